/* apart -- a machine and jobs that a policy keeps apart on it, as alloc does it. */
#pragma once

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "unit/alloc/find-policy.h"
#include "unit/tap.h"

enum { MOST = 512, JOBS = 64 };		/* nodes of a machine; jobs of a workload */

/* A machine and the jobs on it. */
typedef struct scene {
	const policy *policy;
	const char *argument;
	machine *machine;
	occupancy occupancy;
	uint32_t owner[MOST];	/* of a node: a job, NONE, or RESERVED */
	uint32_t node[JOBS][MOST], nodes[JOBS];	/* of a job */
	uint32_t jobs, preplaced;	/* the first jobs came with nodes */
	uint32_t refused, wrong;
} scene;

#define RESERVED (UINT32_MAX - 1)

/* The text of a machine with some nodes unavailable. */
__attribute__((unused)) static char *
with_holes(const char *text, rng *r, uint32_t percent)
{
	machine *m = machine_build(text, NULL, 0, "test", 1);
	char *holes = xstrdup("");

	for (uint32_t v = 0; v < m->nodes; v++)
		if (rng_below(r, 100) < percent)
			holes = xprintf("%s%s%u", holes, *holes ? "+" : ",unavailable=", v);
	machine_free(m);
	return xprintf("%s%s", text, holes);
}

__attribute__((unused)) static void
scene_init(scene *c, const char *name, const char *argument, const char *text)
{
	*c = (scene){ .policy = find_policy(name), .argument = argument, .machine = machine_build(text, NULL, 0, "test", 1) };
	occupancy_init(&c->occupancy, c->machine);
	c->occupancy.memory = xcalloc(1, (c->policy->memory ? c->policy->memory(c->machine) : 0) + 1);
	for (uint32_t v = 0; v < c->machine->nodes; v++)
		c->owner[v] = NONE;
	if (c->machine->nodes > MOST || (c->policy->check && c->policy->check(c->machine, argument)))
		abort();
}

__attribute__((unused)) static void
scene_free(scene *c)
{
	free(c->occupancy.memory);
	occupancy_free(&c->occupancy);
	machine_free(c->machine);
}

__attribute__((unused)) static request
request_of(const scene *c, uint32_t job)
{
	return (request){ .job = "j", .nodes = c->nodes[job], .policy = c->policy, .argument = c->argument };
}

/* What alloc does with a job that has chosen its nodes. */
__attribute__((unused)) static void
place(scene *c, uint32_t job)
{
	request q = request_of(c, job);

	for (uint32_t i = 0; i < q.nodes; i++) {
		uint32_t v = c->node[job][i];

		if (c->occupancy.busy[v]) {
			c->wrong++;
			return;
		}
		occupancy_take(&c->occupancy, &v, 1);
		c->owner[v] = job;
	}
	if (c->policy->track)
		c->policy->track(&c->occupancy, &q, c->node[job], true);
}

__attribute__((unused)) static void
reserve_for(scene *c, uint32_t job)
{
	request q = request_of(c, job);
	uint32_t out[MOST], n = c->policy->reserves(&c->occupancy, &q, c->node[job], out);

	for (uint32_t i = 0; i < n; i++) {
		c->wrong += c->owner[out[i]] != NONE;
		c->owner[out[i]] = RESERVED;
	}
	occupancy_take(&c->occupancy, out, n);
}

/* A job that came with up to `most` nodes, anywhere or (`only`) in one domain of that level. */
__attribute__((unused)) static void
add_preplaced(scene *c, rng *r, uint32_t most, const level *only)
{
	uint32_t domain = only ? (uint32_t)rng_below(r, only->domains) : 0, job = c->jobs;

	for (uint32_t i = 0; i < most; i++) {
		uint32_t v = (uint32_t)rng_below(r, c->machine->nodes);

		for (uint32_t k = 0; k < i; k++)
			if (k < c->nodes[job] && c->node[job][k] == v)
				v = NONE;
		if (v != NONE && !c->occupancy.busy[v] && (!only || only->of[v] == domain))
			c->node[job][c->nodes[job]++] = v;
	}
	if (c->nodes[job] > 0) {
		place(c, c->jobs++);
		c->preplaced++;
	}
}

/* Jobs until six are refused or the machine is full.  `can` (or NULL) tells whether one of so many nodes can be served. */
__attribute__((unused)) static void
fill(scene *c, rng *r, bool (*can)(const scene *c, uint32_t need))
{
	while (c->occupancy.idle > 0 && c->refused < 6 && c->jobs < JOBS) {
		uint32_t part = (uint32_t)rng_below(r, 3), most = part == 0 ? 4 : part == 1 ? c->machine->nodes / 4 : c->machine->nodes;
		uint32_t job = c->jobs;
		request q;
		rng own;
		selection g = { .node = c->node[job] };
		bool got;

		rng_init(&own, job, "alloc", "1", "j");
		most = most < c->occupancy.idle ? most : c->occupancy.idle;
		c->nodes[job] = 1 + (uint32_t)rng_below(r, most ? most : 1);
		q = request_of(c, job);
		q.random = &own;
		got = c->policy->choose(&c->occupancy, &q, &g);
		c->wrong += can && can(c, q.nodes) != got;
		if (!got) {
			c->wrong += !g.why || !*g.why;
			c->refused++;
			continue;
		}
		c->jobs++;
		place(c, job);
		reserve_for(c, job);
	}
}
