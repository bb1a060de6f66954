/* student -- the 0.975 quantile of Student's t, and its tails. */
#pragma once

#include <stdint.h>

/* Half of a 95% interval of a mean, in standard errors; at least one degree of freedom. */
double student_975(uint64_t degrees);

/* Two-sided p of Student's t, to nine decimals: how likely it is so far from 0, or farther, by chance.  NAN of NAN. */
double student_p(double t, uint64_t degrees);
