/* differences -- how far every policy is from the baseline in several columns of numbers, over the cases that both have. */
#pragma once

#include "metrics/compare/comparison.h"
#include "metrics/result.h"

/* Add the columns behind those of --by. */
void differences_columns(result *r);

/* Compare, after comparison_read with columns `of`, and write the rows; of the columns `more` more is better, of the others less. */
void differences_run(result *r, comparison *c, const names *more);
