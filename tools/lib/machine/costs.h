/* costs -- what messages cost the ranks: the keys of the model LogGOPS, and those of copies, sums and handshakes (hopline-model.7). */
#pragma once

#include "lib/machine/machine.h"

/* Read the keys; dies through spec_bad(). */
void costs_read(machine *m, const struct spec *s);

/* Ps of a cpu that a send of that many bytes takes before it is posted: the overhead, and a copy of what is at most `eager`. */
int64_t cost_of_send(const rank_costs *c, int64_t bytes);

/* Ps of a cpu that a receive takes when it has its message: the overhead, a copy likewise, and, `sums`, adding the bytes to one's own. */
int64_t cost_of_receive(const rank_costs *c, int64_t bytes, bool sums);
