/* plays -- slowdowns of a log as if each group had some share, between those of plays with others.
 *
 * What a run waits depends smoothly on the shares of all who run beside it.  Kriging (J. Sacks, W. Welch, T. Mitchell, H. Wynn, "Design and
 * Analysis of Computer Experiments", 1989): its slowdown at any shares is a weighted sum of those of the plays, whose weights depend on how
 * far these shares are from those of each, in the mean over node-hours. */
#pragma once

#include "metrics/estimate/log.h"

enum { MOST_PLAYS = 12 };

/* Set the slowdowns of the first of some plays of a log, and how they grow with the share of the run's group, to those at share[groups]. */
void plays_at(log_candidate *play, int plays, uint32_t count, const double *share);
