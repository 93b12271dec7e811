/* The SQL of a store: its tables, its view, and every statement that works on them.

   Names (players, events, sites, tag orders) are stored once; they have no index in the file, since
   a writer has one in memory. What a search looks at lies in `game`; moves and texts lie apart in
   blocks of many games. */
#include "store/schema.h"

const char schema_sql[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID;"
    "CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    "CREATE TABLE event(id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    "CREATE TABLE site(id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    "CREATE TABLE tag_order(id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    "CREATE TABLE source(id INTEGER PRIMARY KEY, name TEXT NOT NULL, start INTEGER NOT NULL,"
    " offset INTEGER NOT NULL, hash INTEGER NOT NULL, games INTEGER NOT NULL,"
    " open_game INTEGER);"
    "CREATE TABLE game(id INTEGER PRIMARY KEY,"
    " white INTEGER REFERENCES player(id), black INTEGER REFERENCES player(id),"
    " event INTEGER REFERENCES event(id), site INTEGER REFERENCES site(id),"
    " date INTEGER NOT NULL, round, result INTEGER NOT NULL,"
    " white_elo INTEGER, black_elo INTEGER, eco INTEGER, time_control TEXT, termination TEXT,"
    " kind INTEGER NOT NULL, plies INTEGER NOT NULL,"
    " tag_order INTEGER NOT NULL REFERENCES tag_order(id),"
    " source INTEGER NOT NULL REFERENCES source(id));"
    "CREATE TABLE move_block(id INTEGER PRIMARY KEY, data BLOB NOT NULL);"
    "CREATE TABLE text_block(id INTEGER PRIMARY KEY, data BLOB NOT NULL);"
    "CREATE TABLE index_segment(id INTEGER PRIMARY KEY, games INTEGER NOT NULL,"
    " data BLOB NOT NULL);"
    "CREATE TABLE index_block(id INTEGER PRIMARY KEY, data BLOB NOT NULL);"
    "CREATE TABLE index_minus(segment INTEGER NOT NULL, game INTEGER NOT NULL,"
    " result INTEGER NOT NULL, white_elo INTEGER, black_elo INTEGER, date INTEGER NOT NULL,"
    " PRIMARY KEY(segment, game)) WITHOUT ROWID;";

/* Names are those of the tags in the game. */
#define VIEW(white, white_elo, eco)                                                                \
    "CREATE VIEW games AS SELECT g.id AS id,"                                                      \
    " coalesce(e.name, '?') AS Event, coalesce(s.name, '?') AS Site,"                              \
    " CASE WHEN g.date / 10000 THEN printf('%04d', g.date / 10000) ELSE '????"                     \
    "' END || '.' ||"                                                                              \
    " CASE WHEN g.date / 100 % 100 THEN printf('%02d', g.date / 100 % 100) ELSE '??"               \
    "' END || '.' ||"                                                                              \
    " CASE WHEN g.date % 100 THEN printf('%02d', g.date % 100) ELSE '??"                           \
    "' END AS Date,"                                                                               \
    " coalesce(g.round, '?') AS Round,"                                                            \
    " coalesce(w.name, '?') AS " white ", coalesce(b.name, '?') AS Black,"                         \
    " CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END"        \
    " AS Result,"                                                                                  \
    " g.white_elo AS " white_elo ", g.black_elo AS BlackElo,"                                      \
    " CASE WHEN g.eco IS NOT NULL THEN char(65 + g.eco / 100) || printf('%02d', g.eco % 100) END"  \
    " AS " eco ","                                                                                 \
    " g.time_control AS TimeControl, g.termination AS Termination,"                                \
    " CASE WHEN g.kind & 1 THEN 'Chess960' ELSE 'Standard' END AS Variant,"                        \
    " g.plies AS PlyCount, f.name AS Source"                                                       \
    " FROM game AS g"                                                                              \
    " LEFT JOIN player AS w ON w.id = g.white LEFT JOIN player AS b ON b.id = g.black"             \
    " LEFT JOIN event AS e ON e.id = g.event LEFT JOIN site AS s ON s.id = g.site"                 \
    " LEFT JOIN source AS f ON f.id = g.source;"

const char *const view_sql[GAME_COUNT] = {
    [GAME_CHESS] = VIEW("White", "WhiteElo", "ECO"),
    [GAME_XIANGQI] = VIEW("Red", "RedElo", "ECCO"),
};

/* A name that is not there comes as its number. */
#define GAME_ROW                                                                                   \
    "SELECT g.id, ifnull(w.name, g.white), ifnull(b.name, g.black), ifnull(e.name, g.event),"      \
    " ifnull(s.name, g.site), g.date, g.round, g.result, g.white_elo, g.black_elo, g.eco, "        \
    "g.time_control, g.termination, g.kind, g.plies, g.tag_order, g.source"                        \
    " FROM game AS g"                                                                              \
    " LEFT JOIN player AS w ON w.id = g.white LEFT JOIN player AS b ON b.id = g.black"             \
    " LEFT JOIN event AS e ON e.id = g.event LEFT JOIN site AS s ON s.id = g.site"

const char scan_sql[] = GAME_ROW " ORDER BY g.id";
const char row_sql[] = GAME_ROW;

#define RAW_ROWS                                                                                   \
    "SELECT id, white, black, event, site, date, round, result, white_elo, black_elo, eco,"        \
    " time_control, termination, kind, plies, tag_order, source FROM game AS g"

const char raw_rows_sql[] = RAW_ROWS " ORDER BY id";

#define FACTS "SELECT g.result, g.white_elo, g.black_elo, g.date, g.id FROM game AS g"
const char facts_sql[] = FACTS;

const char scan_moves_sql[] =
    "SELECT id, data FROM move_block WHERE id BETWEEN"
    " coalesce((SELECT max(id) FROM move_block WHERE id <= ?1), ?1) AND ?2 ORDER BY id";

const char scan_texts_sql[] =
    "SELECT id, data FROM text_block WHERE id BETWEEN"
    " coalesce((SELECT max(id) FROM text_block WHERE id <= ?1), ?1) AND ?2 ORDER BY id";

#define ADD_GAMES                                                                                  \
    "INSERT OR REPLACE INTO game(id, white, black, event, site, date, round, result,"              \
    " white_elo, black_elo, eco, time_control, termination, kind, plies, tag_order, source)"       \
    " VALUES"
#define GAME         "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
#define NAME         "(?,?)"
#define FOUR(row)    row "," row "," row "," row
#define SIXTEEN(row) FOUR(FOUR(row)) /* ROWS_WAITING */

const char *const statement_sql[STATEMENTS] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_SAVEPOINT] = "SAVEPOINT part",
    [STATEMENT_RELEASE] = "RELEASE part",
    [STATEMENT_ROLLBACK_TO] = "ROLLBACK TO part",
    [STATEMENT_ADD_GAME] = ADD_GAMES GAME,
    [STATEMENT_ADD_GAMES] = ADD_GAMES SIXTEEN(GAME),
    [STATEMENT_ADD_MOVES] = "INSERT OR REPLACE INTO move_block(id, data) VALUES(?,?)",
    [STATEMENT_ADD_TEXTS] = "INSERT OR REPLACE INTO text_block(id, data) VALUES(?,?)",
    [STATEMENT_ADD_SOURCE] = "INSERT INTO source(id, name, start, offset, hash, games, open_game)"
                             " VALUES(?,?,?,?,?,?,?)",
    [STATEMENT_SET_META] = "INSERT OR REPLACE INTO meta(key, value) VALUES(?,?)",
    [STATEMENT_GET_META] = "SELECT value FROM meta WHERE key = ?",
    [STATEMENT_LAST_SOURCE] = "SELECT max(id) FROM source",
    [STATEMENT_MARKS] =
        "SELECT name, start, offset, hash, open_game FROM source ORDER BY offset, id",
    [STATEMENT_SOURCE_OF] = "SELECT f.name FROM game AS g JOIN source AS f ON f.id = g.source"
                            " WHERE g.id = ?",
    [STATEMENT_READ_ROW] = GAME_ROW " WHERE g.id = ?",
    [STATEMENT_BEGIN_ASKING] = "SAVEPOINT asking",
    [STATEMENT_END_ASKING] = "RELEASE asking",
    [STATEMENT_ADD_SEGMENT] = "INSERT INTO index_segment(id, games, data) VALUES(?,?,?)",
    [STATEMENT_SEGMENTS] = "SELECT id, data FROM index_segment ORDER BY id",
    [STATEMENT_LAST_SEGMENT] = "SELECT max(id) FROM index_segment",
    [STATEMENT_REMOVE_SEGMENT] = "DELETE FROM index_segment WHERE id = ?",
    [STATEMENT_ADD_INDEX_ROW] = "INSERT INTO index_block(id, data) VALUES(?,?)",
    [STATEMENT_FIND_INDEX_ROW] =
        "SELECT id, data FROM index_block WHERE id <= ? ORDER BY id DESC LIMIT 1",
    [STATEMENT_INDEX_ROW] = "SELECT id, data FROM index_block WHERE id = ?",
    [STATEMENT_REMOVE_INDEX_ROWS] = "DELETE FROM index_block WHERE id BETWEEN ? AND ?",
    [STATEMENT_ADD_MINUS] =
        "INSERT OR IGNORE INTO index_minus(segment, game, result, white_elo, black_elo,"
        " date) VALUES(?,?,?,?,?,?)",
    [STATEMENT_MINUS] = "SELECT game, result, white_elo, black_elo, date FROM index_minus"
                        " WHERE segment = ? ORDER BY game",
    [STATEMENT_REMOVE_MINUS] = "DELETE FROM index_minus WHERE segment = ?",
    [STATEMENT_COUNT_MINUS] = "SELECT count(*) FROM index_minus",
    [STATEMENT_GAME_IDS] = "SELECT id FROM game ORDER BY id",
    [STATEMENT_FACTS] = FACTS " WHERE g.id = ?",
    [STATEMENT_FACTS_FROM] = FACTS " WHERE g.id >= ? ORDER BY g.id",
    [STATEMENT_LAST_ID] = "SELECT max(id) FROM game",
    [STATEMENT_READ_RAW_ROW] = RAW_ROWS " WHERE id = ?",
    [STATEMENT_FIND_MOVES] =
        "SELECT id, data FROM move_block WHERE id <= ? ORDER BY id DESC LIMIT 1",
    [STATEMENT_FIND_TEXTS] =
        "SELECT id, data FROM text_block WHERE id <= ? ORDER BY id DESC LIMIT 1",
    [STATEMENT_NEXT_TEXTS] = "SELECT id FROM text_block WHERE id > ? ORDER BY id LIMIT 1",
    [STATEMENT_REMOVE_GAME] = "DELETE FROM game WHERE id = ?",
    [STATEMENT_REMOVE_MOVES] = "DELETE FROM move_block WHERE id = ?",
    [STATEMENT_REMOVE_TEXTS] = "DELETE FROM text_block WHERE id = ?",
    [STATEMENT_READ_NAME + NAME_PLAYER] = "SELECT name FROM player WHERE id = ?",
    [STATEMENT_READ_NAME + NAME_EVENT] = "SELECT name FROM event WHERE id = ?",
    [STATEMENT_READ_NAME + NAME_SITE] = "SELECT name FROM site WHERE id = ?",
    [STATEMENT_READ_NAME + NAME_TAG_ORDER] = "SELECT name FROM tag_order WHERE id = ?",
    [STATEMENT_READ_NAMES + NAME_PLAYER] = "SELECT id, name FROM player",
    [STATEMENT_READ_NAMES + NAME_EVENT] = "SELECT id, name FROM event",
    [STATEMENT_READ_NAMES + NAME_SITE] = "SELECT id, name FROM site",
    [STATEMENT_READ_NAMES + NAME_TAG_ORDER] = "SELECT id, name FROM tag_order",
    [STATEMENT_ADD_NAME + NAME_PLAYER] = "INSERT INTO player(id, name) VALUES" NAME,
    [STATEMENT_ADD_NAMES + NAME_PLAYER] = "INSERT INTO player(id, name) VALUES" SIXTEEN(NAME),
    [STATEMENT_ADD_NAME + NAME_EVENT] = "INSERT INTO event(id, name) VALUES" NAME,
    [STATEMENT_ADD_NAMES + NAME_EVENT] = "INSERT INTO event(id, name) VALUES" SIXTEEN(NAME),
    [STATEMENT_ADD_NAME + NAME_SITE] = "INSERT INTO site(id, name) VALUES" NAME,
    [STATEMENT_ADD_NAMES + NAME_SITE] = "INSERT INTO site(id, name) VALUES" SIXTEEN(NAME),
    [STATEMENT_ADD_NAME + NAME_TAG_ORDER] = "INSERT INTO tag_order(id, name) VALUES" NAME,
    [STATEMENT_ADD_NAMES + NAME_TAG_ORDER] = "INSERT INTO tag_order(id, name) VALUES" SIXTEEN(NAME),
};
