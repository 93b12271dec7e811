/* The worked sequences: start, moves, and who must vary by the rules of the Asian federation and of
   the Chinese association. */
#ifndef QIPU_TESTS_XIANGQI_CYCLES_H
#define QIPU_TESTS_XIANGQI_CYCLES_H

#include "rules/repetition.h"

struct worked_sequence {
    int number;
    const char *fen, *moves;
    enum cycle axf;
    enum color axf_by; /* where one side must vary */
    enum cycle cxa;
    enum color cxa_by;
};

static const struct worked_sequence worked_sequences[] = {
    {1, "3k5/9/9/9/9/9/9/9/4R4/5K3 w", "e1d1 d9e9 d1e1 e9d9", CYCLE_CHECK, WHITE, CYCLE_CHECK,
     WHITE},
    {2, "4R4/3k5/5R3/9/9/2B6/n8/3pB4/4p4/3K5 w", "e9d9 d8e8 d9e9 e8d8", CYCLE_CHECK, WHITE,
     CYCLE_CHECK, WHITE},
    {3, "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w", "e6e7 f8e8 e7f7 e8f8 f7e7 f8e8 e7f7 e8f8",
     CYCLE_MUTUAL_CHECK, WHITE, CYCLE_MUTUAL_CHECK, WHITE},
    {4, "3k5/9/9/9/R8/9/2c6/9/9/5K3 w", "a5a3 c3c5 a3a5 c5c3", CYCLE_CHASE, WHITE, CYCLE_CHASE,
     WHITE},
    {5, "3k5/9/4b4/9/R8/9/2c6/9/9/5K3 w", "a5a3 c3c5 a3a5 c5c3", CYCLE_IDLE, WHITE, CYCLE_IDLE,
     WHITE},
    {6, "2bakab2/3r5/2n1c2c1/p1R1p1p2/7np/2P2CP2/P2rP3P/2N1C1N2/4A4/2B1KAB1R w",
     "f4f3 d3d7 f3f7 d7d3 f7f3 d3d7", CYCLE_CHASE, WHITE, CYCLE_CHASE, WHITE},
    {7, "4ka3/4a4/4b4/p7p/9/4C4/4P4/4B4/3K5/3Ac1B2 w", "d1e1 e0f0 e1f1 f0e0 f1e1 e0f0 e1f1",
     CYCLE_IDLE, WHITE, CYCLE_IDLE, WHITE},
    {8, "3akabC1/9/4b4/7P1/2n6/8p/3p5/9/4A1c2/2BAK1B1C w", "g0i2 g1i1 i2g0 i1g1", CYCLE_CHASE,
     WHITE, CYCLE_CHASE, WHITE},
    {9, "3akabC1/9/4b4/7P1/2n5p/9/3p5/9/4A1c2/2BAK1B1C w", "g0i2 g1i1 i2g0 i1g1", CYCLE_IDLE, WHITE,
     CYCLE_IDLE, WHITE},
    {10, "2bak4/4a4/4b4/9/2p2r3/r8/1R7/4B4/9/1R2K1B2 w", "b3b4 a4a3 b4b3 a3a4", CYCLE_IDLE, WHITE,
     CYCLE_IDLE, WHITE},
    {11, "4ka3/2R1a4/C8/p7p/1P5n1/9/4n4/4B4/9/4K1B2 w", "c8c9 e8d9 c9c8 d9e8", CYCLE_IDLE, WHITE,
     CYCLE_ATTACK, WHITE},
    {12, "3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w", "h6g6 g9i7 g6h6 i7g9", CYCLE_IDLE, WHITE,
     CYCLE_THREAT, WHITE},
    {13, "4k4/9/9/9/C8/9/pp5pp/4B4/9/r1BAKA2r w",
     "a5i5 i0h0 i5a5 a0b0 a5h5 h0i0 h5b5 b0a0 b5i5 i0h0 i5a5", CYCLE_IDLE, WHITE, CYCLE_CHASE,
     WHITE},
    {14, "3aka3/C4rN2/4b1n2/N7p/2p3p2/8P/2P3P2/9/4A4/4KA3 w", "a6b8 f9e8 b8a6 e8f9", CYCLE_CHASE,
     WHITE, CYCLE_CHASE, WHITE},
    {15, "3akc3/4a4/9/9/3n5/1R7/9/9/4A4/4KAB2 w",
     "b4b5 d5c3 b5c5 c3e4 c5c4 e4d6 c4d4 d6f5 d4d5 f5e3 d5e5 e3c4 e5e4 c4d6 e4d4 d6f5 d4d5",
     CYCLE_MUTUAL_ATTACK, WHITE, CYCLE_MUTUAL_ATTACK, WHITE},
    {16, "4ka3/4a4/3Pb4/2p1r3p/2b6/2R6/1n7/4B4/4A4/4KAB2 w", "c4c3 b3a1 c3c1 a1b3 c1c3 b3a1",
     CYCLE_CHASE, WHITE, CYCLE_CHASE, WHITE},
    {17, "2baka3/9/4b4/9/6c2/3R5/4c4/4C4/4N4/3AKA3 w", "d4g4 g5d5 g4d4 d5g5 d4g4 g5d5", CYCLE_CHASE,
     WHITE, CYCLE_CHASE, WHITE},
    {18, "3k5/4a4/9/9/9/9/9/9/4A4/5K3 w", "f0f1 d9d8 f1f0 d8d9", CYCLE_IDLE, WHITE, CYCLE_IDLE,
     WHITE},
};

#endif
