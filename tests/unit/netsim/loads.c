/* link: netsim */
/* loads -- expected loads of links, against every choice that netsim's routings may make, followed one by one with its
 * chance; and against the bytes that netsim counts on each link. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/job/job.h"
#include "lib/load/flows.h"
#include "lib/load/loads.h"
#include "netsim/engine/network.h"
#include "netsim/routings/decisions.h"
#include "unit/tap.h"

static const char *const machines[] = {
	"dragonfly:g=5,a=3,p=2", "dragonfly:g=3,a=4,p=1,h=2", "dragonfly:g=1,a=4,p=2", "fattree:k=2,n=4", "fattree:radix=8,taper=3,levels=2",
	"slimfly:q=3,p=1", "twistedtorus:k=6x3", "cubetorus:cubes=2x1,cube=3x3", "torus:k=4x4,broken=r0-r1+r5-r9", "torus:k=4x3x2", "torus:k=2x2,p=2", "mesh:k=3x4", "hypercube:n=4", "expressmesh:k=5x4,gap=2",
};

enum { HALVES = 2, LOST = 64 };
#define AMOUNT (INT64_C(1) << 40)

/* The chance of the k-th of a decision's targets, `count` in all. */
static double
chance(const routing *r, uint32_t k, uint32_t count)
{
	if (r->decision->targets != targets_either || count == 1)
		return 1.0 / count;
	return k == 0 ? 0.75 : 0.25 / (count - 1);
}

/* A packet from `router` on, that comes there with this chance. */
static void
follow(const paths *w, const routing *r, trip t, uint32_t router, bool settled, int hops, double part, double *load)
{
	const machine *m = w->machine;
	uint32_t count = 0, via = NONE;

	if (hops > LOST) {
		ok(false, "%s on %s: a packet does not arrive", r->name, m->spec);
		exit(1);
	}
	while (!settled && r->decision->targets && r->decision->targets(w, &t, router, count, &via))
		count++;
	for (uint32_t k = 0; k < (count ? count : 1); k++) {
		trip s = t;
		double of = count ? part * chance(r, k, count) : part;
		uint32_t link;

		if (count)
			r->decision->targets(w, &t, router, k, &s.via);
		link = paths_next(w, &s, router);
		load[link] += of;
		if (m->class[link] != CLASS_NODE)
			follow(w, r, s, m->to[link], !r->routes->links, hops + 1, of, load);
	}
}

static void
every_choice(const paths *w, const routing *r, uint32_t from, uint32_t to, double *load)
{
	const machine *m = w->machine;
	uint32_t words = r->routes->draws ? HALVES : 1;

	load[m->router_links + from] += 1;
	for (uint32_t k = 0; k < words; k++) {
		trip t = { .from = from, .to = to, .router = m->node_router[to], .via = NONE, .word = k ? UINT32_MAX : 0 };

		follow(w, r, t, m->node_router[from], false, 0, 1.0 / words, load);
	}
}

/* What one node sends another: nothing is lost on the way, and on minimal ways nothing goes round about. */
static bool
flows_on(const machine *m, const int64_t *load, uint32_t from, uint32_t to, bool minimal)
{
	int64_t *here = xcalloc(m->routers, sizeof *here), sum = 0;
	bool good;

	for (uint32_t l = 0; l < m->links; l++) {
		if (m->to[l] == NONE)
			continue;
		if (l < m->router_links)
			here[m->from[l]] -= load[l];
		if (l >= m->router_links || m->class[l] != CLASS_NODE)
			here[m->to[l]] += load[l];
		sum += m->class[l] == CLASS_NODE ? 0 : load[l];
	}
	good = load[m->router_links + from] == AMOUNT && load[m->reverse[m->router_links + to]] == AMOUNT;
	good = good && (!minimal || sum == AMOUNT * node_distance(m, from, to));
	for (uint32_t r = 0; r < m->routers; r++)
		good = good && here[r] == 0;
	free(here);
	return good;
}

/* How far a pair's loads are off, in parts of what it sends; 1 where something is lost. */
static double
off(loads *l, const paths *w, const routing *r, uint32_t from, uint32_t to)
{
	const machine *m = w->machine;
	int64_t *load = xcalloc(m->links, sizeof *load);
	double *want = xcalloc(m->links, sizeof *want), worst = 0;

	loads_add(l, from, to, AMOUNT, load);
	if (!flows_on(m, load, from, to, r->decision->tokens))
		worst = 1;
	every_choice(w, r, from, to, want);
	for (uint32_t k = 0; k < m->links && !r->decision->tokens; k++)
		worst = fmax(worst, fabs((double)load[k] / (double)AMOUNT - want[k]));
	loads_remove(l, from, to, AMOUNT, load);
	for (uint32_t k = 0; k < m->links; k++)
		worst = load[k] ? 1 : worst;
	free(load);
	free(want);
	return worst;
}

static void
test_choices(const machine *m, const routing *r)
{
	double worst = 0;
	paths w;
	loads l;

	if (!ok(loads_known(m, r->name) && (!r->alias || loads_known(m, r->alias)), "%s on %s is known", r->name, m->spec))
		return;
	loads_init(&l, m, r->name, 0);
	paths_init(&w, m, r->routes, r->decision->detours, 0);
	for (uint32_t from = 0; from < m->nodes; from++)
		for (uint32_t to = 0; to < m->nodes; to++)
			if (from != to)
				worst = fmax(worst, off(&l, &w, r, from, to));
	ok(worst < 1e-6, "%s on %s: the loads of every pair follow from netsim's choices (%g off)", r->name, m->spec, worst);
	paths_free(&w);
	loads_free(&l);
}

/* With fewer ways than there are nothing is lost either, and it is the same again. */
static void
test_few(const machine *m, const routing *r, uint32_t most)
{
	int64_t *load = xcalloc(m->links, sizeof *load);
	uint32_t bad = 0;
	loads l;

	loads_init(&l, m, r->name, most);
	for (uint32_t from = 0; from < m->nodes; from++) {
		uint32_t to = (from + 1 + from * from % (m->nodes - 1)) % m->nodes;

		if (from == to)
			continue;
		loads_add(&l, from, to, AMOUNT, load);
		bad += !flows_on(m, load, from, to, false);
		loads_remove(&l, from, to, AMOUNT, load);
		for (uint32_t k = 0; k < m->links; k++)
			bad += load[k] != 0;
	}
	ok(bad == 0, "%s on %s, %u ways: nothing is lost, and nothing stays", r->name, m->spec, most);
	loads_free(&l);
	free(load);
}

/* The bytes that netsim counts on each link, in a job of a table. */
static double *
counted(const machine *m, const char *name, const char *jobs)
{
	const char *bin = getenv("HOPLINE_BIN");
	char *links = xprintf("%s.links", jobs);
	char *command = xprintf("%s/netsim --quiet --routing %s --links %s %s >%s.out", bin ? bin : "bin", name, links, jobs, jobs);
	double *bytes = xcalloc(m->links, sizeof *bytes);
	table *t;
	row r;

	if (system(command) != 0)
		ok(false, "%s", command);
	t = table_open(links);
	while (table_next(t, &r))
		bytes[cell_int(t, &r, table_need(t, "link"), 0, m->links, 0)] = (double)cell_int(t, &r, table_need(t, "bytes"), 0, INT64_MAX, 0);
	table_close(t);
	free(command);
	free(links);
	return bytes;
}

/* The expected loads. */
static double *
expected(const machine *m, const char *name, const char *jobs)
{
	double *bytes = xcalloc(m->links, sizeof *bytes);
	int64_t *load = xcalloc(m->links, sizeof *load);
	table *in = table_open(jobs);
	job_reader rows;
	job_row j;
	traffic talk;
	loads l;
	flows f;
	batch b;

	job_reader_init(&rows, in, m, JOBS_LISTED);
	table_next_case(in, &b);
	j = job_of(&rows, b.id, &b.row[0]);
	job_read_node_list(&j);
	job_read_tasks(&j);
	job_traffic(&j, &talk, false, 1);
	flows_init(&f, &talk, rows.node.count, SIZE_MAX);
	loads_init(&l, m, name, 0);
	for (size_t i = 0; i < f.count; i++)
		loads_add(&l, rows.node.item[f.flow[i].from], rows.node.item[f.flow[i].to], (int64_t)f.flow[i].bytes, load);
	for (uint32_t k = 0; k < m->links; k++)
		bytes[k] = (double)load[k];
	loads_free(&l);
	flows_free(&f);
	traffic_release(&talk);
	job_reader_free(&rows);
	table_close(in);
	free(load);
	return bytes;
}

/* Of what goes over the links that carry anything: how much is on another link than was expected. */
static void
test_counts(const char *spec, const char *name, const char *job, double most)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	char *jobs = xprintf("/tmp/hopline-loads-%ld", (long)getpid());
	double *got, *want, sum = 0, differ = 0;
	FILE *out = fopen(jobs, "w");

	fprintf(out, "#hopline 1\n#machine %s\njob,nodes,node_list,pattern,bytes\na,%s\n", spec, job);
	fclose(out);
	got = counted(m, name, jobs);
	want = expected(m, name, jobs);
	for (uint32_t k = 0; k < m->links; k++) {
		sum += got[k];
		differ += fabs(got[k] - want[k]) / 2;
	}
	ok(sum > 0 && differ <= most * sum, "%s on %s, %s: %.3g of %.3g bytes on other links than expected", name, spec, job, differ, sum);
	free(got);
	free(want);
	for (const char *const *s = (const char *const[]){ "", ".links", ".out", NULL }; *s; s++) {
		char *file = xprintf("%s%s", jobs, *s);

		remove(file);
		free(file);
	}
	free(jobs);
	machine_free(m);
}

/* A part of a job's messages stands for all of them. */
static void
test_part(const char *job, double near)
{
	char *text = xprintf("job,nodes,pattern,bytes,edge_bytes\na,%s,\n", job);
	table *in = table_open_text("rows", text, strlen(text));
	traffic_columns at;
	double sum[2] = { 0 };
	flows f[2];
	traffic t;
	row r;

	traffic_find(&at, in);
	table_next(in, &r);
	for (int k = 0; k < 2; k++) {
		uint32_t nodes = (uint32_t)atoi(cell_text(&r, 1));

		traffic_read(&t, in, &r, &at, 2 * nodes, false, 1, "1", "a");
		flows_init(&f[k], &t, nodes, k ? 700 : SIZE_MAX);
		traffic_release(&t);
		for (size_t i = 0; i < f[k].count; i++)
			sum[k] += f[k].flow[i].bytes;
	}
	ok(f[0].count > 2 * f[1].count && f[1].count <= 700 && fabs(sum[1] / sum[0] - 1) < near && fabs(f[1].busiest / f[0].busiest - 1) < near,
		"%s: %zu flows for %zu, %.3g bytes for %.3g, of the busiest %.3g for %.3g", job, f[1].count, f[0].count, sum[1], sum[0], f[1].busiest, f[0].busiest);
	flows_free(&f[0]);
	flows_free(&f[1]);
	table_close(in);
	free(text);
}

int
main(void)
{
	test_part("300,halo3d,1000", 0.1);
	test_part("100,alltoall,10", 0.1);
	test_part("999,broadcast,5000", 0.1);
	test_part("400,fft3d,1000", 0.1);
	test_part("256,halo3d26,1000", 0.2);
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		machine *m = machine_build(machines[i], NULL, 0, "test", 1);

		for (const routing *r = routings; r->name; r++)
			if (routing_serves(r, m)) {
				test_choices(m, r);
				test_few(m, r, 1);
				test_few(m, r, 3);
			}
		machine_free(m);
	}
	/* where each pair has one way, netsim's packets take it */
	test_counts("dragonfly:g=9,a=4,p=2", "minimal", "40,3-42,alltoall,5000", 0);
	test_counts("dragonfly:g=5,a=4,p=2,h=2", "minimal", "30,0-29,unstructured,700", 0);
	test_counts("fattree:k=4", "d-mod-k", "50,5-54,spread,3000", 0);
	test_counts("torus:k=5x4x3", "dimension-order", "60,0-59,halo3d,1000", 0);
	test_counts("slimfly:q=5,p=2", "minimal", "77,2-78,stencil,1000", 0);
	/* drawn ways come near what is expected */
	test_counts("dragonfly:g=9,a=4,p=2", "valiant", "72,0-71,alltoall,100000", 0.03);
	test_counts("fattree:k=4", "random-up", "64,0-63,alltoall,100000", 0.03);
	test_counts("torus:k=4x4x4", "dimension-order-ties", "64,0-63,alltoall,100000", 0.03);
	return done_testing();
}
