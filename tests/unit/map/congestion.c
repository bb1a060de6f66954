/* congestion -- loads of links kept up to date by swaps, and the search that lowers the fullest. */
/* link: map */
#include "lib/load/placed.h"
#include "map/congestion/link-loads.h"
#include "map/congestion/relieve.h"
#include "unit/map/searched.h"
#include "unit/tap.h"

/* The routings of `searched`, one that splits flows among them. */
static const char *const routing_of[SEARCHED] = { "minimal", "adaptive", "valiant", NULL, "minimal", "ugal-l", "adaptive", "ugal-l", "minimal", "minimal" };

static bool
ways(mapped *j, loads *l, int k)
{
	if (!routing_of[k] || !loads_known(j->machine, routing_of[k]))
		return false;
	loads_init(l, j->machine, routing_of[k], 16);
	j->p.loads = l;
	return true;
}

static void
places_of(const mapped *j, const uint32_t *rank, uint32_t *place)
{
	for (uint32_t i = 0; i < j->p.tasks; i++)
		place[i] = rank[i] / j->machine->cores;
}

/* The amounts of links as they stand, against those of a mapping looked at anew. */
static bool
same_amounts(const mapped *j, const link_loads *l, const uint32_t *place)
{
	link_loads anew;
	bool same = true;

	link_loads_init(&anew, &j->p, place);
	for (uint32_t i = 0; i < j->machine->links; i++)
		same = same && anew.link[i].amount == l->link[i].amount;
	link_loads_free(&anew);
	return same;
}

static void
test_swaps(int k, rng *r)
{
	mapped j;
	loads w;
	uint32_t *node = searched_init(&j, k, r), *rank = xalloc(j.p.tasks, sizeof *rank), *place = xalloc(j.p.tasks, sizeof *place);
	bool told = true;
	link_loads l;

	if (ways(&j, &w, k)) {
		mapped_run(&j, "random", NULL, rank);
		places_of(&j, rank, place);
		link_loads_init(&l, &j.p, place);
		for (int n = 0; n < 300; n++) {
			uint32_t a = (uint32_t)rng_below(r, j.p.tasks), b = (uint32_t)rng_below(r, j.p.tasks), was;
			uint64_t before = l.total;
			int64_t change;

			if (place[a] == place[b])
				continue;
			change = link_loads_try(&l, a, b);
			if (n % 3 == 0)
				continue;	/* one that is only tried leaves nothing */
			link_loads_accept(&l);
			told = told && l.total == before + (uint64_t)change;
			was = place[a];
			place[a] = place[b];
			place[b] = was;
		}
		ok(told && same_amounts(&j, &l, place), "%s, %s: after swaps as looked at anew", searched[k].machine, routing_of[k]);
		link_loads_free(&l);
		loads_free(&w);
	}
	free(rank);
	free(place);
	searched_free(&j, node);
}

/* What the fullest link of a mapping needs, s. */
static double
fullest(const mapped *j, const uint32_t *rank, loads *w)
{
	uint32_t *node = xalloc(j->p.tasks, sizeof *node);
	double s;

	for (uint32_t i = 0; i < j->p.tasks; i++)
		node[i] = j->p.node[rank[i] / j->machine->cores];
	s = placed_count(j->p.traffic, j->machine, node, w, NULL).busiest;
	free(node);
	return s;
}

static void
test_relieve(int k, rng *r)
{
	mapped j;
	loads w;
	uint32_t *node = searched_init(&j, k, r), tasks = j.p.tasks, *start = xalloc(tasks, sizeof *start), *end = xalloc(tasks, sizeof *end), *again = xalloc(tasks, sizeof *again);

	if (ways(&j, &w, k)) {
		double before, after;

		mapped_run(&j, "random", NULL, start);
		memcpy(end, start, tasks * sizeof *end);
		memcpy(again, start, tasks * sizeof *end);
		rng_init(&j.random, 1, "map", "1", "j");
		relieve(&j.p, end);
		rng_init(&j.random, 1, "map", "1", "j");
		relieve(&j.p, again);
		before = fullest(&j, start, &w);
		after = fullest(&j, end, &w);
		ok(legal_ranks(&j, end) && memcmp(end, again, tasks * sizeof *end) == 0 && (tasks < 80 || strcmp(searched[k].pattern, "alltoall") == 0 || after < 0.9 * before),
			"%s, %s: legal, the same again, the fullest link %.3g of what it was", searched[k].machine, routing_of[k], after / before);
		loads_free(&w);
	}
	free(start);
	free(end);
	free(again);
	searched_free(&j, node);
}

int
main(void)
{
	rng r;

	rng_init(&r, 1, "congestion", "", "");
	for (int k = 0; k < SEARCHED; k++)
		test_swaps(k, &r);
	for (int k = 0; k < SEARCHED; k++)
		test_relieve(k, &r);
	return done_testing();
}
