/* stages -- how long collectives take among the ranks of one node, as measured on one: what a node does inside is not simulated then.
 *
 * A table with the columns `collective` (a name of collective.h, or gather, scatter), `bytes` (as collective_add has them; of a gather or
 * scatter those of a rank) and `us`. */
#pragma once

#include <stdint.h>

typedef struct stage_table stage_table;

/* Read it; what is wrong with the table ends the program. */
stage_table *stages_read(const char *path);
void stages_free(stage_table *t);

/* Ps of a collective of so many bytes; -1: no row has it.  Between two sizes ln(time) goes straight over ln(bytes), below the least it is
 * the time of the least, beyond the largest it grows as the bytes. */
int64_t stages_time(const stage_table *t, const char *name, int64_t bytes);

/* Ends the program: the table has none of the collectives `wanted`, one of which a hierarchical one needs. */
_Noreturn void stages_lack(const stage_table *t, const char *wanted);
