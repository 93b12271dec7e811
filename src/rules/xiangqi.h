/* Xiangqi behind rules.h: each xiangqi_NAME does for GAME_XIANGQI what pos_NAME promises there.
   Only rules.c calls these; positions are not checked to be of this game. */
#ifndef QIPU_RULES_XIANGQI_H
#define QIPU_RULES_XIANGQI_H

#include "rules/rules.h"

void xiangqi_init(void);

unsigned xiangqi_from_setup(struct position *pos, const struct setup *setup);
void xiangqi_start(struct position *pos);
int xiangqi_count(const struct position *pos, piece p);
key64 xiangqi_compute_key(const struct position *pos);
key64 xiangqi_material_key(const struct position *pos);
key64 xiangqi_pack_material(const uint8_t counts[PIECE_CODES]);
void xiangqi_mirror(const struct position *pos, struct position *image);
move xiangqi_move_mirror(move m);

int xiangqi_legal_moves(const struct position *pos, move *list);
bool xiangqi_has_legal_move(const struct position *pos);
bool xiangqi_is_legal(const struct position *pos, move m);
void xiangqi_play(struct position *pos, move m);
void xiangqi_place(struct position *pos, move m);
int xiangqi_origins(const struct position *pos, enum piece_type type, square to, int file, int rank,
                    square *from);

struct illegality xiangqi_why_illegal(const struct position *pos, enum piece_type type, int file,
                                      int rank, square to, enum piece_type promotion);
enum outcome xiangqi_outcome(const struct position *pos);
uint64_t xiangqi_perft(const struct position *pos, int depth);

#endif
