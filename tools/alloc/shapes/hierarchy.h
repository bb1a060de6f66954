/* hierarchy -- the levels of a tree of switches, as schedulers have them that go by labels of nodes.
 *
 * Level 0 are the nodes, level 1 the leaf switches, and so on.  A domain of level k is the highest switch of at most that level above some
 * leaf, or that leaf: so each node is in one domain of each level, also where switches leave a level out. */
#pragma once

#include "alloc/policy.h"
#include "lib/machine/switches.h"

/* Among sets of levels, which have a bit each: the word. */
#define HIERARCHY_WORD (UINT64_C(1) << 63)

/* The domain of level k > 0 that a switch of that level or below is in. */
static inline uint32_t
hierarchy_domain(const switches *s, uint32_t at, int k)
{
	while (s->above[at] != NONE && (int)s->level[s->above[at]] <= k)
		at = s->above[at];
	return at;
}

/* The highest level. */
int hierarchy_height(const switches *s);

/* The levels of a list such as "1+2", and HIERARCHY_WORD where it has that word (which may be NULL); 0: something else is in it, or a level
 * below `lowest`.  Without a level (the list may be NULL) it is `lowest`, and those above that have several domains. */
uint64_t hierarchy_levels(const switches *s, const char *list, int lowest, const char *word);

/* What policies' check says of such a list. */
char *hierarchy_check(const machine *m, const char *list, int lowest, const char *word);

/* For policies with slurm_plan: why one refuses a job on an idle machine, too. */
char *hierarchy_never(const occupancy *o, const request *q);
