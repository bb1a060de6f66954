/* grap -- GRAP once more, as literally as the paper's Algorithms 1 to 3 read (Feng et al., ICS 2023, section 4), over
 * lists that are searched again for every step; and whose the groups are, from the jobs that are there. */
#pragma once

#include <string.h>

#include "alloc/occupancy.h"

enum { MOST = 256, GROUPS = 40, JOBS = 256 };	/* nodes and groups of a machine; jobs at one time */

typedef enum mode { MINIMAL_BALANCE, CUSTOM_BALANCE, CUSTOM, ADAPTIVE } mode;

/* A job, as its user describes it. */
typedef struct slow_job {
	mode mode;
	uint32_t nodes, groups, group_nodes[GROUPS];
	bool there;
	uint32_t node[MOST];
} slow_job;

typedef struct slow {
	const machine *machine;
	uint32_t g, size, p;	/* groups, nodes of a group and of a router */
	bool partial, round_robin;
	slow_job job[JOBS];
	uint64_t last[GROUPS];	/* the groups that each was joined with last, a bit each */
	/* As slow_look saw it. */
	bool idle[MOST];	/* may be given out: available, no job's, and in no group that a job of whole groups is in */
	uint32_t count[GROUPS];	/* idle nodes of a group */
	uint32_t large[GROUPS];	/* large jobs in it */
} slow;

/* Of a job: the groups in order, and how many nodes each. */
typedef struct slow_choice {
	uint32_t count, group[GROUPS], nodes[GROUPS];
} slow_choice;

/* The groups in which a job has nodes, a bit each. */
static uint64_t
slow_groups(const slow *s, const slow_job *j)
{
	uint64_t bits = 0;

	for (uint32_t i = 0; i < j->nodes; i++)
		bits |= UINT64_C(1) << j->node[i] / s->size;
	return bits;
}

/* Look at the machine anew. */
static void
slow_look(slow *s)
{
	uint64_t closed = 0;

	memset(s->count, 0, sizeof s->count);
	memset(s->large, 0, sizeof s->large);
	for (uint32_t v = 0; v < s->machine->nodes; v++)
		s->idle[v] = machine_has(s->machine, v);
	for (int k = 0; k < JOBS; k++) {
		const slow_job *j = &s->job[k];
		uint64_t bits = j->there ? slow_groups(s, j) : 0;

		for (uint32_t i = 0; j->there && i < j->nodes; i++)
			s->idle[j->node[i]] = false;
		if (j->nodes <= s->size)
			continue;
		for (uint32_t d = 0; d < s->g; d++)
			s->large[d] += (uint32_t)(bits >> d & 1);
		closed |= j->mode == MINIMAL_BALANCE && !s->partial ? bits : 0;
	}
	for (uint32_t v = 0; v < s->machine->nodes; v++) {
		s->idle[v] = s->idle[v] && !(closed >> v / s->size & 1);
		s->count[v / s->size] += s->idle[v];
	}
}

/* Small_Job_Allocation */
static bool
slow_small(const slow *s, uint32_t nodes, slow_choice *c)
{
	c->count = 1;
	c->nodes[0] = nodes;
	for (int large = 1; large >= 0; large--)
		for (uint32_t count = nodes; count <= s->size; count++)
			for (uint32_t d = 0; d < s->g; d++)
				if ((s->large[d] > 0) == large && s->count[d] == count) {
					c->group[0] = d;
					return true;
				}
	return false;
}

/* The candidates, by idle nodes; returns how many. */
static uint32_t
slow_candidates(const slow *s, bool descend, uint32_t *out)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k <= s->size; k++)
		for (uint32_t d = 0; d < s->g; d++)
			if (s->large[d] == 0 && s->count[d] == (descend ? s->size - k : k))
				out[n++] = d;
	return n;
}

/* node_reqs, in the order of the job's nodes, and what must be idle for each. */
static void
slow_requirements(const slow *s, const slow_job *j, slow_choice *c, uint32_t *need)
{
	switch (j->mode) {
	case MINIMAL_BALANCE:
		for (uint32_t left = j->nodes; left > 0; left -= c->nodes[c->count - 1]) {
			c->nodes[c->count++] = left < s->size ? left : s->size;
			need[c->count - 1] = s->partial ? c->nodes[c->count - 1] : s->size;
		}
		return;
	case CUSTOM_BALANCE:
		for (uint32_t i = 0; i < j->nodes; i++)		/* deal them out */
			c->nodes[i % j->groups]++;
		break;
	default:
		memcpy(c->nodes, j->group_nodes, sizeof c->nodes);
		break;
	}
	c->count = j->groups;
	memcpy(need, c->nodes, sizeof c->nodes);
}

/* Large_Job_Allocation, but for adaptive */
static bool
slow_match(const slow *s, const slow_job *j, slow_choice *c)
{
	uint32_t candidate[GROUPS], n = slow_candidates(s, false, candidate), at = 0, need[GROUPS];

	*c = (slow_choice){ 0 };
	slow_requirements(s, j, c, need);
	for (uint32_t i = 0; i < c->count; i++)
		c->group[i] = NONE;
	for (uint32_t served = 0; served < c->count; served++) {
		uint32_t least = NONE;

		for (uint32_t i = 0; i < c->count; i++)
			if (c->group[i] == NONE && (least == NONE || need[i] < need[least]))
				least = i;
		while (at < n && s->count[candidate[at]] < need[least])
			at++;
		if (at == n)
			return false;
		c->group[least] = candidate[at++];
	}
	for (uint32_t i = 0; i < c->count; i++)		/* alike: the first has the lower group */
		for (uint32_t k = i + 1; k < c->count; k++)
			if (need[k] == need[i] && c->group[k] < c->group[i]) {
				uint32_t other = c->group[i];

				c->group[i] = c->group[k];
				c->group[k] = other;
			}
	return true;
}

static uint32_t
slow_sum(const slow *s, const uint32_t *group, uint32_t n)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum += s->count[group[i]];
	return sum;
}

/* Adaptive_Mode_Allocation, its lines 4 to 19 */
static bool
slow_adaptive(const slow *s, const slow_job *j, slow_choice *c)
{
	uint32_t candidate[GROUPS], n = slow_candidates(s, true, candidate);
	uint32_t groups = (j->nodes + s->size - 1) / s->size, st = 1, en = groups, left = j->nodes, got[GROUPS] = { 0 };

	if (n < groups || slow_sum(s, candidate, groups) < j->nodes)
		return false;
	while (en + 1 <= n && slow_sum(s, candidate + st, groups) >= j->nodes) {
		st++;
		en++;
	}
	for (uint32_t i = en; i >= st; i--) {
		uint32_t d = candidate[i - 1], nodes = left / (i - st + 1);

		got[d] = nodes < s->count[d] ? nodes : s->count[d];
		left -= got[d];
	}
	c->count = 0;
	for (uint32_t d = 0; d < s->g; d++)
		if (got[d] > 0) {
			c->group[c->count] = d;
			c->nodes[c->count++] = got[d];
		}
	return left == 0;
}

/* Choose for a job; its nodes go to j->node. */
static bool
slow_choose(const slow *s, slow_job *j)
{
	slow_choice c = { 0 };
	uint32_t n = 0;

	if (!(j->nodes <= s->size ? slow_small(s, j->nodes, &c)
	      : j->mode == ADAPTIVE ? slow_adaptive(s, j, &c) : slow_match(s, j, &c)))
		return false;
	for (uint32_t i = 0; i < c.count; i++) {
		uint32_t want = c.nodes[i], low = c.group[i] * s->size;
		bool given[MOST] = { false };

		/* the lowest of all, or the lowest of each router in every round */
		for (uint32_t round = 0; want > 0; round++)
			for (uint32_t r = 0; r < s->size / s->p; r++)
				for (uint32_t v = low + r * s->p, here = 0; v < low + (r + 1) * s->p && want > 0; v++)
					if (s->idle[v] && !given[v] && (!s->round_robin || here++ == 0)) {
						given[v] = true;
						j->node[n++] = v;
						want--;
					}
	}
	return n == j->nodes;
}

/* Would this job's groups have to be joined anew? */
static bool
slow_changes(const slow *s, const slow_job *j)
{
	uint64_t bits = slow_groups(s, j);

	for (uint32_t d = 0; d < s->g; d++)
		if (j->nodes > s->size && bits >> d & 1 && s->last[d] != bits)
			return true;
	return false;
}

/* A job comes, with its nodes. */
static void
slow_enter(slow *s, slow_job *j)
{
	uint64_t bits = slow_groups(s, j);

	j->there = true;
	for (uint32_t d = 0; d < s->g; d++)
		if (j->nodes > s->size && bits >> d & 1)
			s->last[d] = bits;
}
