/* random -- two-size random workloads (the Level-Spread paper, VI-D).
 *
 * The paper gives the bounds of the sizes for 272 nodes in groups of 16; here they
 * follow from the machine.  It leaves open how the numbers of jobs are drawn: see
 * draw().  Workload k depends on the seed and on k alone. */
#include <inttypes.h>
#include <stdio.h>

#include "gen-workload/capacity.h"
#include "gen-workload/jobs.h"
#include "gen-workload/workload.h"

typedef struct random_workload {
	options common;
	int64_t first, last;	/* cases; 0: not given */
	bool large_first, distinct;
} random_workload;

enum { OPT_CASES = 0x100, OPT_ORDER, OPT_PATTERN, OPT_DISTINCT };
enum { LEFT = 2 };	/* nodes that the large jobs leave at least: the smallest small job */

static const struct argp_option flags[] = {
	{ "cases", OPT_CASES, "N|A-B", 0, "write workloads 1 to N, or A to B", 0 },
	{ "order", OPT_ORDER, "small|large", 0, "which jobs come first, and so are allocated first [small]", 0 },
	{ "pattern", OPT_PATTERN, "NAME", 0, "pattern of all jobs; of several joined by ',' each class draws one; mixed: the six of the paper [mixed]", 0 },
	{ "distinct", OPT_DISTINCT, NULL, 0, "draw two different patterns", 0 },
	{ 0 }
};

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	random_workload *x = state->input;

	switch (option) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &x->common.cli;
		state->child_inputs[1] = &x->common;
		return 0;
	case OPT_CASES:
		read_cases("--cases", arg, &x->first, &x->last);
		return 0;
	case OPT_ORDER:
		x->large_first = read_order(arg);
		return 0;
	case OPT_PATTERN:
		read_patterns(&x->common.patterns, arg, false);
		return 0;
	case OPT_DISTINCT:
		x->distinct = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Uniform on low ... high. */
static uint32_t
between(rng *r, uint32_t low, uint32_t high)
{
	return low + (uint32_t)rng_below(r, (uint64_t)high - low + 1);
}

/* Size and number of the large jobs, the number again until LEFT nodes are left; size
 * and number of the small ones within what is left; then the patterns, so that
 * the choice of patterns leaves the jobs as they are. */
static void
draw(const random_workload *x, const capacity *c, int64_t k, lot *small, lot *large)
{
	const pattern_list *p = &x->common.patterns;
	uint64_t a, b;
	uint32_t left;
	char id[24];
	rng r;

	snprintf(id, sizeof id, "%" PRId64, k);
	rng_init(&r, x->common.cli.seed, "random", id, "");
	large->nodes = between(&r, c->group + 1, c->nodes / 2);
	do {
		large->count = between(&r, 1, c->nodes / large->nodes);
		left = c->nodes - (uint32_t)large->count * large->nodes;
	} while (left < LEFT);
	small->nodes = between(&r, LEFT, left < c->group ? left : c->group);
	small->count = between(&r, 1, left / small->nodes);
	a = rng_below(&r, (uint64_t)p->count);
	b = rng_below(&r, (uint64_t)(p->count - x->distinct));
	small->pattern = p->item[a];
	large->pattern = p->item[b + (x->distinct && b >= a)];
}

static void
write_all(const random_workload *x, const capacity *c, jobs *w)
{
	lot l[2];
	lot *small = &l[x->large_first], *large = &l[!x->large_first];

	small->class = "small";
	large->class = "large";
	small->times = large->times = 1;
	for (int64_t k = x->first; k <= x->last; k++) {
		draw(x, c, k, small, large);
		for (int64_t rep = 1; rep <= jobs_repeats(w); rep++) {
			jobs_case(w, (k - 1) * jobs_repeats(w) + rep, k, rep);
			jobs_put_lots(w, l, 2);
		}
	}
}

static int
run(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &cli_argp_operands, 0, NULL, 0 }, { &closed_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp parser = { flags, parse, "",
		"Random workloads of small and large jobs.", children, NULL, NULL };
	random_workload x = { 0 };
	machine *m;
	capacity c;
	jobs w;

	cli_parse("gen-workload random", &parser, argc, argv, &x.common.cli, &x);
	if (!x.last)
		die(FAIL_USAGE, "--cases is required: N or A-B");
	closed_defaults(&x.common, "mixed");
	if (x.distinct && x.common.patterns.count < 2)
		die(FAIL_USAGE, "--distinct: needs at least two patterns to draw from");
	m = machine_of(&x.common.cli, NULL);
	c = capacity_of(m);
	if (c.group == 0)
		die(FAIL_USAGE, "--machine: random workloads are small and large by a group's size; '%s' has no groups", m->spec);
	if (c.group < LEFT || c.group >= c.nodes / 2)
		die(FAIL_USAGE, "--machine: random workloads need groups of 2 nodes to less than half the machine; "
			"the largest of '%s' has %" PRIu32 " of %" PRIu32, m->spec, c.group, c.nodes);
	jobs_open(&w, &x.common, m, JOBS_CLASS | JOBS_WORKLOAD);
	jobs_begin(&w);
	write_all(&x, &c, &w);
	jobs_close(&w);
	machine_free(m);
	return 0;
}

const workload workload_random = { "random", "random workloads of small and large jobs", run };
