/* link: alloc */
/* apart-conditions -- ft-isolated by its four conditions, word by word; df-group and sf-subgroup by a search of all
 * groups. */
#include "unit/alloc/apart.h"

/* The conditions of ft-isolated, as the paper has them, for a machine of `leaf` nodes a leaf and `pod` a pod. */
typedef struct tree {
	uint32_t leaf, pod;
} tree;

static uint32_t
parts(const scene *c, uint32_t job, uint32_t size)
{
	bool seen[MOST] = { false };
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->nodes[job]; i++) {
		n += !seen[c->node[job][i] / size];
		seen[c->node[job][i] / size] = true;
	}
	return n;
}

static bool
has_node_in(const scene *c, uint32_t job, uint32_t size, uint32_t part)
{
	for (uint32_t i = 0; i < c->nodes[job]; i++)
		if (c->node[job][i] / size == part)
			return true;
	return false;
}

/* "All nodes connected to" its leaves (pods): none of them is another job's, now or later; those it does not use are closed. */
static bool
has_all(const scene *c, uint32_t job, uint32_t size)
{
	for (uint32_t v = 0; v < c->machine->nodes; v++)
		if (has_node_in(c, job, size, v / size) && machine_has(c->machine, v) && c->owner[v] != job && c->owner[v] != RESERVED)
			return false;
	return true;
}

static bool
first_or_second(const scene *c, const tree *t, uint32_t job)
{
	return parts(c, job, t->leaf) == 1 || (parts(c, job, t->pod) == 1 && has_all(c, job, t->leaf));
}

static bool
third(const scene *c, const tree *t, uint32_t job)
{
	if (parts(c, job, t->pod) == 1)
		return false;
	for (uint32_t other = 0; other < c->jobs; other++)
		for (uint32_t i = 0; other != job && i < c->nodes[other]; i++)
			if (has_node_in(c, job, t->pod, c->node[other][i] / t->pod) && !first_or_second(c, t, other))
				return false;
	return true;
}

/* Idle nodes of a part; with `whole` only if no other job has a node there. */
static uint32_t
idle_in(const scene *c, uint32_t size, uint32_t part, bool whole)
{
	uint32_t n = 0;

	for (uint32_t v = part * size; v < (part + 1) * size; v++) {
		if (whole && c->owner[v] != NONE)
			return 0;
		n += machine_has(c->machine, v) && c->owner[v] == NONE;
	}
	return n;
}

static const tree *can_tree;

/* Can a job be served, as the policy's head says? */
static bool
can(const scene *c, uint32_t need)
{
	uint32_t leaf = can_tree->leaf, pod = can_tree->pod, idle = 0, most = 0;

	for (uint32_t d = 0; d < c->machine->nodes / leaf; d++)
		if (idle_in(c, leaf, d, false) >= need)
			return true;
	for (uint32_t d = 0; d < c->machine->nodes / pod; d++) {
		uint32_t here = 0, has = 0;
		bool outward = false;

		for (uint32_t k = d * pod / leaf; k < (d + 1) * pod / leaf; k++)
			here += idle_in(c, leaf, k, true);
		if (here >= need)
			return true;
		for (uint32_t v = d * pod; v < (d + 1) * pod; v++)
			has += machine_has(c->machine, v);
		most = has > most ? has : most;
		for (uint32_t job = 0; job < c->jobs; job++)
			outward |= has_node_in(c, job, pod, d) && parts(c, job, pod) > 1;
		idle += outward ? 0 : idle_in(c, pod, d, false);
	}
	return need > most && idle >= need;
}

static void
test_conditions(void)
{
	static const struct {
		const char *machine;
		tree tree;
	} all[] = {
		{ "fattree:k=3", { 3, 9 } },
		{ "fattree:k=3,taper=2", { 6, 18 } },
		{ "fattree:radix=8,pods=6", { 4, 16 } },
		{ "fattree:radix=10,pods=7", { 5, 25 } },
	};
	static scene c;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const tree *t = &all[i].tree;
		uint32_t count[5] = { 0 }, wrong = 0, together = 0;
		rng r;

		rng_init(&r, 9, "test", "conditions", all[i].machine);
		for (int round = 0; round < 150; round++) {
			scene_init(&c, "ft-isolated", NULL, with_holes(all[i].machine, &r, round % 3 == 0 ? 8 : 0));
			can_tree = t;
			fill(&c, &r, can);
			wrong += c.wrong;
			for (uint32_t job = 0; job < c.jobs; job++) {
				bool pods = parts(&c, job, t->pod) > 1;
				int which = parts(&c, job, t->leaf) == 1 ? 1 : has_all(&c, job, t->pod) ? 4 : pods ? 3 : 2;

				count[which]++;
				wrong += which == 2 && !first_or_second(&c, t, job);
				wrong += which == 3 && !third(&c, t, job);
				for (uint32_t v = 0; which == 3 && v < c.machine->nodes; v++)
					together += has_node_in(&c, job, t->pod, v / t->pod) && c.owner[v] != job && c.owner[v] < JOBS;
			}
			scene_free(&c);
		}
		ok(wrong == 0 && count[1] && count[2] && count[3] && count[4] && together,
			"%s: each job by one of the conditions (i %u, ii %u, iii %u, iv %u; wrong: %u)",
			all[i].machine, count[1], count[2], count[3], count[4], wrong);
	}
}

/* Groups and subgroups: one job each, refused only when none of its own is left with so many nodes. */
static void
test_groups(const char *name, const char *text, uint32_t size)
{
	static scene c;
	uint32_t wrong = 0, refused = 0, jobs = 0;
	rng r;

	rng_init(&r, 4, "test", "groups", text);
	for (int round = 0; round < 100; round++) {
		scene_init(&c, name, NULL, with_holes(text, &r, round % 2 ? 10 : 0));
		for (int k = 0; k < 12 && c.occupancy.idle > 0; k++) {
			uint32_t need = 1 + (uint32_t)rng_below(&r, size + 2), best = NONE, least = NONE;
			bool got;

			need = need < c.occupancy.idle ? need : c.occupancy.idle;
			for (uint32_t d = 0; d < c.machine->nodes / size; d++) {
				uint32_t idle = 0;

				for (uint32_t v = d * size; v < (d + 1) * size; v++) {
					idle += machine_has(c.machine, v);
					if (c.owner[v] != NONE)
						idle = 0, v = (d + 1) * size;
				}
				if (idle >= need && idle < least) {
					best = d;
					least = idle;
				}
			}
			c.nodes[c.jobs] = need;
			request q = request_of(&c, c.jobs);
			got = c.policy->choose(&c.occupancy, &q, &(selection){ .node = c.node[c.jobs] });
			wrong += got != (best != NONE);
			refused += !got;
			if (!got)
				continue;
			for (uint32_t i = 0, v = best * size; i < need; v++)
				if (machine_has(c.machine, v))
					wrong += c.node[c.jobs][i++] != v;
			jobs++;
			place(&c, c.jobs);
			reserve_for(&c, c.jobs++);
		}
		wrong += c.wrong;
		scene_free(&c);
	}
	ok(wrong == 0 && refused > 0 && jobs > 100, "%s: %u jobs in the group that a search of all finds, %u refused (wrong: %u)",
		name, jobs, refused, wrong);
}

int
main(void)
{
	test_conditions();
	test_groups("df-group", "dragonfly:g=6,a=3,p=4", 12);
	test_groups("sf-subgroup", "slimfly:q=4,p=3", 12);
	return done_testing();
}
