/* figures -- columns of a table, group by group, a row of figures each. */
#ifndef HOPLINE_METRICS_FIGURES_H
#define HOPLINE_METRICS_FIGURES_H

#include "lib/cli/cli.h"
#include "metrics/words.h"

/* Read `files` and write, for every group of the columns `by` and every column of
 * `of`, the figures that are named: count empty mean sd min q1 median q3 max
 * ci95_low ci95_high units.  A column `column` says which it is when there are several.
 * The interval is that of tally_read's `cases`; NULL: each row is a unit. */
void figures_write(const cli *c, const words *files, const words *by, const words *of, const words *cases, const words *figures);

#endif
