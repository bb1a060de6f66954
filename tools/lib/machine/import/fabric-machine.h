/* fabric-machine -- a list of a real network (fabric.h) as machines of kind graph have networks. */
#pragma once

#include "lib/machine/import/graph-read.h"
#include "lib/stream/gzlines.h"

/* Is the file such a list: what ibnetdiscover prints, or the tiles of Aries? */
bool fabric_is(const gzlines *in);

/* Read and close it: its links, of the speed `usual` where it does not say theirs, and its nodes; hosts are s->nics of these in a row:
 * `nics`, or (0) as many as most have; others are left out.  With `rate` the machine's nodes get the bandwidth that most nodes' own
 * links have, if it says one.  What is wrong ends the tool with exit status 1, file and line. */
void fabric_read(cables *c, seats *s, gzlines *in, uint32_t nics, speed usual, bool rate, machine *m, names *class);
