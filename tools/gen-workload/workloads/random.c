/* random -- two-size random workloads (the Level-Spread paper, VI-D).
 *
 * The paper gives the bounds of the sizes for 272 nodes in groups of 16; here they follow from the machine.  It draws both sizes, then the
 * numbers of jobs, and leaves open how these: see draw().  Workload k depends on the seed and on k alone. */
#include <inttypes.h>

#include "gen-workload/jobs.h"

typedef struct random_workload {
	gen_options common;
	option_numbers cases;
	int large_first, counts_first;	/* words of --order and --draw */
	bool distinct;
} random_workload;

enum { SMALLEST = 2 };	/* nodes of a small job */

static const cli_option settings[] = {
	{ "cases", "N|A-B", "write workloads 1 to N, or A to B", option_range, offsetof(random_workload, cases), true },
	{ "order", "small|large", "which jobs come first, and so are allocated first [small]", NULL, offsetof(random_workload, large_first) },
	{ "pattern", "NAME", "pattern of all jobs; of several joined by ',' each class draws one; mixed: the six of the paper [mixed]",
		set_patterns, offsetof(random_workload, common.patterns) },
	{ "draw", "sizes-first|counts-first", "the small size before the number of large jobs, as the paper's text has it, or after it [sizes-first]", NULL, offsetof(random_workload, counts_first) },
	{ "distinct", NULL, "draw two different patterns", option_flag, offsetof(random_workload, distinct) },
	{ 0 }
};
static const cli_option_group groups[] = { { closed_settings, offsetof(random_workload, common) }, { 0 } };

/* Uniform on low ... high. */
static uint32_t
between(rng *r, uint32_t low, uint32_t high)
{
	return low + (uint32_t)rng_below(r, (uint64_t)high - low + 1);
}

/* The large size, the small one, the number of large jobs, again until a small one has room, the number of small ones.  With
 * counts_first the small size is drawn after the number of large jobs, among those that have room.  Then the patterns, so that
 * their choice leaves the jobs as they are. */
static void
draw(const random_workload *x, const drawn_jobs *w, int64_t k, lot *small, lot *large)
{
	const capacity *c = &w->capacity;
	const pattern_list *p = &x->common.patterns;
	uint64_t a, b;
	uint32_t left;
	rng r = jobs_random(w, "random", k);

	large->nodes = between(&r, c->group + 1, c->nodes / 2);
	small->nodes = x->counts_first ? SMALLEST : between(&r, SMALLEST, c->group);
	do {
		large->count = between(&r, 1, c->nodes / large->nodes);
		left = c->nodes - (uint32_t)large->count * large->nodes;
	} while (left < small->nodes);
	if (x->counts_first)
		small->nodes = between(&r, SMALLEST, left < c->group ? left : c->group);
	small->count = between(&r, 1, left / small->nodes);
	a = rng_below(&r, (uint64_t)p->count);
	b = rng_below(&r, (uint64_t)(p->count - x->distinct));
	small->pattern = p->item[a];
	large->pattern = p->item[b + (x->distinct && b >= a)];
}

static void
write_all(const random_workload *x, drawn_jobs *w)
{
	lot l[2];
	lot *small = &l[x->large_first], *large = &l[!x->large_first];

	small->class = "small";
	large->class = "large";
	small->times = large->times = 1;
	for (int64_t k = x->cases.first; k <= x->cases.last; k++) {
		draw(x, w, k, small, large);
		while (jobs_case(w, k))
			jobs_put_lots(w, l, 2);
	}
}

static void
write_table(const cli *common, void *of)
{
	random_workload *x = of;
	const capacity *c;
	drawn_jobs w;

	closed_defaults(&x->common, "mixed");
	if (x->distinct && x->common.patterns.count < 2)
		die(FAIL_USAGE, "--distinct: needs at least two patterns to draw from");
	jobs_open(&w, common, &x->common);
	c = &w.capacity;
	if (c->group == 0)
		die(FAIL_USAGE, "--machine: random workloads are small and large by a group's size; '%s' has no groups", w.machine->spec);
	if (c->group < SMALLEST || c->group >= c->nodes / 2)
		die(FAIL_USAGE, "--machine: random workloads need groups of 2 nodes to less than half the machine; "
			"the largest of '%s' has %" PRIu32 " of %" PRIu32, w.machine->spec, c->group, c->nodes);
	jobs_columns(&w, JOBS_CLASS | JOBS_WORKLOAD);
	write_all(x, &w);
	sink_close(w.sink);
}

const subcommand subcommand_random = { "random", "random workloads of small and large jobs",
	"", "Random workloads of small and large jobs.",
	.size = sizeof(random_workload), .options = settings, .groups = groups, .run = write_table };
