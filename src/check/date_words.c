/* A row for a language, a column for a month or a weekday; a language whose names change within a
   date has two rows. Names stand as utf8_fold leaves them. */
#include "check/date_words.h"
#include "base/utf8.h"

#include <string.h>

enum { MONTHS = 12, WEEKDAYS = 7 };

/* clang-format off */
static const char *const months[][MONTHS] = {
    {"january", "february", "march", "april", "may", "june", "july", "august", "september",
     "october", "november", "december"},
    {"januar", "februar", "marz", "april", "mai", "juni", "juli", "august", "september",
     "oktober", "november", "dezember"}, /* German */
    {"janner", "feber", "maerz", "april", "mai", "juni", "juli", "august", "september",
     "oktober", "november", "dezember"},
    {"janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout", "septembre",
     "octobre", "novembre", "decembre"}, /* French */
    {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
     "octubre", "noviembre", "diciembre"}, /* Spanish */
    {"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
     "ottobre", "novembre", "dicembre"}, /* Italian */
    {"janeiro", "fevereiro", "marco", "abril", "maio", "junho", "julho", "agosto", "setembro",
     "outubro", "novembro", "dezembro"}, /* Portuguese */
    {"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september",
     "oktober", "november", "december"}, /* Dutch */
    {"januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september",
     "oktober", "november", "december"}, /* Swedish */
    {"januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september",
     "oktober", "november", "desember"}, /* Danish, Norwegian */
    {"styczen", "luty", "marzec", "kwiecien", "maj", "czerwiec", "lipiec", "sierpien", "wrzesien",
     "pazdziernik", "listopad", "grudzien"}, /* Polish */
    {"stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "wrzesnia",
     "pazdziernika", "listopada", "grudnia"},
    {"leden", "unor", "brezen", "duben", "kveten", "cerven", "cervenec", "srpen", "zari",
     "rijen", "listopad", "prosinec"}, /* Czech */
    {"ledna", "unora", "brezna", "dubna", "kvetna", "cervna", "cervence", "srpna", "zari",
     "rijna", "listopadu", "prosince"},
    {"sijecanj", "veljaca", "ozujak", "travanj", "svibanj", "lipanj", "srpanj", "kolovoz", "rujan",
     "listopad", "studeni", "prosinac"}, /* Croatian, whose listopad is October */
    {"sijecnja", "veljace", "ozujka", "travnja", "svibnja", "lipnja", "srpnja", "kolovoza", "rujna",
     "listopada", "studenoga", "prosinca"},
    {"januar", "februar", "mart", "april", "maj", "jun", "jul", "avgust", "septembar",
     "oktobar", "novembar", "decembar"}, /* Serbian */
    {"januar", "februar", "marcius", "aprilis", "majus", "junius", "julius", "augusztus",
     "szeptember", "oktober", "november", "december"}, /* Hungarian */
    {"ianuarie", "februarie", "martie", "aprilie", "mai", "iunie", "iulie", "august", "septembrie",
     "octombrie", "noiembrie", "decembrie"}, /* Romanian */
    {"ocak", "subat", "mart", "nisan", "mayis", "haziran", "temmuz", "agustos", "eylul",
     "ekim", "kasim", "aralik"}, /* Turkish */
    {"январь", "февраль", "март", "апрель", "май", "июнь", "июль", "август", "сентябрь",
     "октябрь", "ноябрь", "декабрь"}, /* Russian */
    {"января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября",
     "октября", "ноября", "декабря"},
    {"січня", "лютого", "березня", "квітня", "травня", "червня", "липня", "серпня", "вересня",
     "жовтня", "листопада", "грудня"}, /* Ukrainian */
};

static const char *const weekdays[][WEEKDAYS] = {
    {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"},
    {"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"},
    {"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"},
    {"lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"},
    {"lunedi", "martedi", "mercoledi", "giovedi", "venerdi", "sabato", "domenica"},
    {"segunda", "terca", "quarta", "quinta", "sexta", "sabado", "domingo"},
    {"maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"},
    {"mandag", "tisdag", "onsdag", "torsdag", "fredag", "lordag", "sondag"},
    {"mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lordag", "sondag"},
    {"poniedzialek", "wtorek", "sroda", "czwartek", "piatek", "sobota", "niedziela"},
    {"pondeli", "utery", "streda", "ctvrtek", "patek", "sobota", "nedele"},
    {"понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье"},
};
/* clang-format on */

static const char *const fillers[] = {"th",  "st", "nd", "rd", "of", "the",   "de", "del", "den",
                                      "der", "le", "er", "am", "on", "feira", "г",  "года"};

static size_t letters(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

/* Whether the LEN bytes TEXT are NAME, or its beginning in LEAST letters or more. */
static bool means(const char *text, size_t len, const char *name, size_t least)
{
    return strncmp(name, text, len) == 0 && letters(text, len) >= least;
}

static bool is_filler(const char *text, size_t len)
{
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++)
        if (strlen(fillers[i]) == len && memcmp(fillers[i], text, len) == 0)
            return true;
    return false;
}

enum date_word date_word(const char *text, size_t len, unsigned *value)
{
    enum { ROOM = 40, MONTH_LEAST = 3, WEEKDAY_LEAST = 2 };
    char word[ROOM];
    unsigned month = 0, days = 0;
    bool is_two = false;
    const size_t n = utf8_fold(text, len, word, sizeof word);
    if (n == 0 || n > sizeof word)
        return DATE_WORD_NONE;
    for (size_t row = 0; row < sizeof months / sizeof months[0]; row++)
        for (unsigned m = 0; m < MONTHS; m++)
            if (means(word, n, months[row][m], MONTH_LEAST) && month != m + 1) {
                is_two = is_two || month > 0;
                month = m + 1;
            }
    for (size_t row = 0; row < sizeof weekdays / sizeof weekdays[0]; row++)
        for (unsigned d = 0; d < WEEKDAYS; d++)
            days |= means(word, n, weekdays[row][d], WEEKDAY_LEAST) ? 1u << d : 0;
    *value = month > 0 ? month : days;
    if (month > 0)
        return is_two ? DATE_WORD_NONE : DATE_WORD_MONTH;
    return is_filler(word, n) ? DATE_WORD_FILLER : days > 0 ? DATE_WORD_WEEKDAY : DATE_WORD_NONE;
}
