/* goal -- programs as text: GOAL, as the page says (hopline-programs(7)). */
#pragma once

#include <stdio.h>

#include "lib/program/program.h"

/* The program of a file, plain or gzipped.  Whatever is wrong with it ends the tool with FILE:LINE and status 1. */
program *goal_read(const char *path);

/* Write the program as GOAL, with or without the word that tells receives that add up, which other readers do not know.  Operations without
 * labels get l1, l2, … where others name them.  Times are rounded to whole ns. */
void goal_write(FILE *out, const program *p, bool sums);
