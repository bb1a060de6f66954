/* groups -- the nodes of an open-loop job by the groups of the machine they are in. */
#ifndef HOPLINE_LIB_PATTERN_OPEN_GROUPS_H
#define HOPLINE_LIB_PATTERN_OPEN_GROUPS_H

#include "lib/pattern/pattern.h"

typedef struct groups {
	uint32_t count;		/* groups that have nodes of the job, ascending */
	uint32_t *of;		/* [nodes], which of these a node is in */
	uint32_t *place;	/* [nodes], which of its group's nodes it is */
	uint32_t *first;	/* [count+1] */
	uint32_t *member;	/* [nodes], indices of nodes, a group after the other */
} groups;

/* NULL when the machine has no level "group". */
groups *groups_of(const endpoints *e);
void groups_free(void *g);

#endif
