/* circuits -- which global links of a reconfigurable dragonfly its optical circuit switches join.
 *
 * Global link i of a group (0 … a*h-1, that of the router at place i / h) ends at OCS i / share, share = a*h / ocs.  A circuit joins two
 * of them, of different groups, at one OCS; no link is in two circuits, so that at every OCS the circuits are a matching.  A circuit
 * makes one cable of the two links: packets pass it both ways.
 *
 * As text, the column `circuits`: items with one space between two, each `G.i:H.k`, link i of group G to link k of group H, or
 * `G.i-j:H.k-l`, that many links in a row of each (j-i = l-k), one to one.  The two sides may be either way round, and the items in
 * any order; what is written has G < H and is ascending.
 *
 * The machine begins without circuits.  Those of a case are connected before it runs and taken away after it: they change
 * machine.to and machine.reverse of global links, which else are constant. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/kinds/rdragonfly.h"

/* Ends of a circuit, the lower first: global link i of group G is end G*a*h + i. */
typedef struct circuit {
	uint32_t end[2];
} circuit;

typedef struct circuits {
	circuit *item;
	uint32_t count;
	size_t room;
} circuits;

/* The switch where an end is. */
static inline uint32_t
circuits_ocs(const rdragonfly *d, uint32_t end)
{
	return end % d->links / d->share;
}

/* Read the column into c (emptied first).  False, and *why (a string that lives until the next call) what is wrong: spelling, no
 * such group or link, a link of a group to one of the same, links at different OCSes, a link twice in this text. */
bool circuits_read(circuits *c, const machine *m, const char *text, const char **why);

/* The text of c, ends in ascending order, runs joined; a string that the caller frees. */
char *circuits_write(const circuits *c, const machine *m);

/* Another circuit, between ends x and y in either order; nothing is checked. */
void circuits_add(circuits *c, uint32_t x, uint32_t y);

void circuits_free(circuits *c);

/* What is wrong when an end is wanted twice: a string that lives until the next call. */
const char *circuits_twice(const rdragonfly *d, uint32_t end);

/* Connect them, which must join different groups at one OCS, beside those that are there.  False and *why (as above), nothing
 * connected, when a link of theirs is in a circuit already.  Linear in all links of the machine and in the pairs of groups. */
bool circuits_connect(machine *m, const circuits *c, const char **why);

/* Why packets of node a cannot reach node b: no circuit joins their groups.  A string that lives until the next call; NULL when they
 * can, as on all machines without circuits. */
const char *circuits_apart(const machine *m, uint32_t a, uint32_t b);

/* The machine without circuits again; linear in those that were there and in the pairs of groups, and nothing when there were none. */
void circuits_clear(machine *m);
