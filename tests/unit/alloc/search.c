/* link: alloc */
/* search -- what a place costs, against its definition written out link by link; moves keep jobs whole; and no policy that is among the
 * candidates chooses a cheaper place than the search. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/machine-state.h"
#include "alloc/search/candidates.h"
#include "alloc/search/cost.h"
#include "alloc/search/moves.h"
#include "unit/alloc/find-policy.h"
#include "unit/tap.h"

static const struct { const char *spec, *routing; } on[] = {
	{ "dragonfly:g=5,a=4,p=2", "ugal-l" }, { "dragonfly:g=5,a=4,p=2,global-bw=2Gb/s", "minimal" }, { "torus:k=4x4x3", "dimension-order" },
	{ "fattree:k=4,n=3", "d-mod-k" }, { "mesh:k=7x6", "adaptive" }, { "slimfly:q=3,p=2", "valiant" },
};
enum { PLACES = sizeof on / sizeof *on, MOST = 64 };

/* Jobs that want nodes, as rows of a table: shares, patterns, one without. */
static const char rows[] =
	"job,nodes,tasks,pattern,bytes,comm_share\n"
	"a,9,18,halo2d,1000,0.5\nb,12,12,alltoall,10,\nc,5,10,,,\nd,6,12,spread,700,0.25\ne,1,2,alltoall,1,0.3\nf,3,6,unstructured,900,0\n";
enum { JOBS = 6 };

typedef struct jobs {
	table *table;
	batch batch;
} jobs;

static jobs
read_jobs(void)
{
	jobs j = { .table = table_open_text("rows", rows, strlen(rows)) };

	table_next_case(j.table, &j.batch);
	return j;
}

static request
ask(const jobs *j, int i, const char *routing)
{
	const row *r = &j->batch.row[i];

	return (request){ .job = cell_text(r, 0), .nodes = (uint32_t)atoi(cell_text(r, 1)), .policy = find_policy("search"), .argument = routing,
		.table = j->table, .row = r };
}

/* Loads restated link by link, of a job at full rate. */
static int64_t *
loads_of(const machine *m, const char *routing, const demand *d, const uint32_t *node)
{
	int64_t *load = xcalloc(m->links, sizeof *load);
	loads l;

	loads_init(&l, m, routing, 1);
	for (size_t i = 0; i < d->flows.count; i++)
		loads_add(&l, node[d->flows.flow[i].from], node[d->flows.flow[i].to], (int64_t)d->flows.flow[i].bytes, load);
	loads_free(&l);
	return load;
}

static double
cube(double x)
{
	return x * x * x;
}

/* What cost.h says. */
static double
literal(const machine *m, const char *routing, const demand *d, const uint32_t *node, const int64_t *running)
{
	int64_t *own = loads_of(m, routing, d, node);
	double sum = 0;

	for (uint32_t l = 0; l < m->links; l++) {
		double bw = (double)m->speeds[m->speed_of[l]].bits_per_s / (double)m->speeds[m->speed_of[m->router_links]].bits_per_s * DEMAND_FULL;
		double x = (double)own[l], y = (double)running[l];

		if (m->class[l] == CLASS_NODE)
			continue;
		if (d->share == 0)
			sum += x;
		else
			sum += d->share * x * (0.05 + cube((x + y) / bw)) + y * (cube((y + d->share * x) / bw) - cube(y / bw));
	}
	free(own);
	return sum;
}

/* Random nodes, ascending, none of them busy. */
static void
draw_nodes(const occupancy *o, rng *r, uint32_t n, uint32_t *node)
{
	uint32_t left = o->idle, at = 0;

	for (uint32_t v = 0; v < o->machine->nodes && at < n; v++)
		if (!o->busy[v] && rng_below(r, left--) < n - at)
			node[at++] = v;
}

static void
test_cost(const machine *m, const char *routing, const jobs *j, rng *r)
{
	int64_t *running = xcalloc(m->links, sizeof *running);
	uint32_t node[MOST], bad = 0, stay = 0;
	double least = HUGE_VAL, most = 0;
	occupancy o;
	cost c;

	occupancy_init(&o, m);
	cost_init(&c, m, routing);
	for (int i = 0; i < 60; i++) {
		request q = ask(j, i % JOBS, routing);
		demand d;
		double want, got;

		demand_read(&d, m, &q, false);
		draw_nodes(&o, r, q.nodes, node);
		want = literal(m, routing, &d, node, running);
		got = cost_of(&c, &d, node, running);
		bad += fabs(want - got) > 1e-9 * want;
		least = d.share > 0 && q.nodes > 1 ? fmin(least, got) : least;
		most = fmax(most, got);
		cost_track(&c, &d, node, running, true);
		if (i % 3)	/* some leave */
			cost_track(&c, &d, node, running, false);
		demand_free(&d);
	}
	ok(bad == 0 && least > 0 && most > 2 * least, "%s, %s: %u of 60 costs are not the definition's (%g to %g)", m->spec, routing, bad, least, most);
	memset(running, 0, m->links * sizeof *running);
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < JOBS; i++) {
			request q = ask(j, i, routing);
			demand d;

			demand_read(&d, m, &q, false);
			for (uint32_t k = 0; k < q.nodes; k++)
				node[k] = 2 * k + (uint32_t)i;
			cost_track(&c, &d, node, running, pass == 0);
			demand_free(&d);
		}
	for (uint32_t l = 0; l < m->links; l++)
		stay += running[l] != 0;
	ok(stay == 0, "%s, %s: of jobs that have left nothing stays", m->spec, routing);
	cost_free(&c);
	occupancy_free(&o);
	free(running);
}

static bool
whole(const occupancy *o, const uint32_t *node, uint32_t n)
{
	bool good = true;

	for (uint32_t i = 0; i < n; i++) {
		good = good && node[i] < o->machine->nodes && !o->busy[node[i]];
		for (uint32_t k = 0; k < i; k++)
			good = good && node[k] != node[i];
	}
	return good;
}

static void
test_moves(const machine *m, rng *r)
{
	uint32_t node[MOST], to[MOST], bad = 0, moved = 0, several = 0, shifted = 0, n = 7;
	occupancy o;
	moves v;

	occupancy_init(&o, m);
	occupancy_take(&o, (uint32_t[]){ 1, 2, 5, 11 }, 4);
	draw_nodes(&o, r, n, node);
	moves_init(&v, m);
	moves_begin(&v, &o, node, n);
	for (int i = 0; i < 2000; i++) {
		uint32_t same = 0;

		if (!moves_draw(&v, &o, r, node, n, to))
			continue;
		bad += !whole(&o, to, n);
		for (uint32_t k = 0; k < n; k++)
			for (uint32_t at = 0; at < n; at++) {
				same += node[k] == to[at];
				shifted += node[k] == to[at] && at != k;
			}
		bad += same == n;
		several += same + 1 < n;
		moved++;
		moves_take(&v, node, to, n);
		memcpy(node, to, n * sizeof *to);
	}
	ok(bad == 0 && moved > 500 && several > 20, "%s: %u moves keep the job whole, %u of several nodes", m->spec, moved, several);
	ok(shifted == 0, "%s: who stays keeps its tasks", m->spec);
	moves_free(&v);
	occupancy_free(&o);
}

/* Job after job on a machine that fills: what every candidate would cost, and what the search chose. */
static uint32_t
test_choice(const machine *m, const char *routing, const jobs *j)
{
	uint32_t dearer = 0, cheaper = 0, broken = 0, asked = 0, unlike = 0;
	selection got, again;
	machine_state s;
	candidates c;
	cost price;

	state_init(&s, find_policy("search"), m);
	selection_init(&got, s.policy, m, false);
	selection_init(&again, s.policy, m, false);
	candidates_init(&c, m);
	cost_init(&price, m, routing);
	for (int i = 0; i < JOBS; i++) {
		request q = ask(j, i, routing);
		double mine, least = HUGE_VAL;
		uint32_t node[MOST];
		demand d;
		rng r, r2;

		rng_init(&r, 1, "alloc", "1", q.job);
		r2 = r;
		if (!state_choose(&s, &q, r, &got, NULL) || !state_choose(&s, &q, r2, &again, NULL)) {
			broken++;
			continue;
		}
		unlike += memcmp(got.node, again.node, q.nodes * sizeof *got.node) != 0;
		broken += !whole(&s.occupancy, got.node, q.nodes);
		demand_read(&d, m, &q, false);
		mine = cost_of(&price, &d, got.node, s.occupancy.memory);
		q.random = &r;
		for (int k = 0; k < c.count; k++)
			if (candidates_choose(&c, k, &s.occupancy, &q, node)) {
				least = fmin(least, cost_of(&price, &d, node, s.occupancy.memory));
				asked++;
			}
		dearer += mine > least;
		cheaper += mine < least;
		demand_free(&d);
		state_place(&s, &q, got.node);
	}
	ok(broken == 0 && unlike == 0, "%s, %s: idle nodes, as many as are wanted, the same again", m->spec, routing);
	ok(dearer == 0 && asked > JOBS, "%s, %s: never dearer than %u other choices, %u times cheaper than all", m->spec, routing, asked, cheaper);
	cost_free(&price);
	candidates_free(&c);
	selection_free(&got);
	selection_free(&again);
	state_free(&s);
	return cheaper;
}

int
main(void)
{
	jobs j = read_jobs();
	uint32_t cheaper = 0;
	rng r;

	rng_init(&r, 5, "test", "", "");
	for (int i = 0; i < PLACES; i++) {
		machine *m = machine_build(on[i].spec, NULL, 0, "test", 1);

		test_cost(m, on[i].routing, &j, &r);
		test_moves(m, &r);
		cheaper += test_choice(m, on[i].routing, &j);
		machine_free(m);
	}
	ok(cheaper > PLACES, "%u choices are cheaper than those of all other policies", cheaper);
	table_close(j.table);
	return done_testing();
}
