/* parts -- collectives whose parts differ from rank to rank, and those that libraries do one rank after the other. */
#pragma once

#include "gen-workload/trace/calls.h"
#include "lib/program/collective.h"

/* What the members of a group called, by place. */
typedef struct member_parts {
	const calls *from;
	const call **call;	/* [ranks] */
} member_parts;

/* Add the operations, as collective_add does; false, and none, when the parts are alike and lib/program knows this collective. */
bool parts_add(const member_parts *p, rank_group *g);
