/* cases -- small random machines and jobs, and how they are written in a stream. */
#pragma once

#include "lib/program/goal.h"
#include "lib/stream/lists.h"
#include "unit/slow/circuits.h"
#include "unit/slow/drawn-programs.h"
#include "unit/slow/plan.h"

/* Groups whose global links are joined by circuits, more of them than other groups. */
static char *
any_rdragonfly(rng *r)
{
	uint32_t g = 1 + below(r, 5), a = 1 + below(r, 4), p = 1 + below(r, 3), h = (2 * g + a - 1) / a + below(r, 2), ocs = 1 + below(r, a * h);

	while (a * h % ocs)
		ocs--;
	return xprintf("rdragonfly:g=%u,a=%u,p=%u,h=%u,ocs=%u", g, a, p, h, ocs);
}

static const char *given_shape;	/* of all machines; NULL: any */

/* A kind and its shape: mostly a dragonfly of any kind, else a fat-tree, Slim Fly, mesh, torus, express mesh, hypercube, twisted torus,
 * torus of cubes, a graph or, which packets go through as through a graph, any with broken parts. */
static char *
any_shape(rng *r)
{
	static const char *const way[] = { "absolute", "relative", "circulant", "random" };
	static const char *const dealt[] = { "consecutive", "consecutive", "parallel", "dealt" };
	static const char *const lattice[] = { "mesh:k=3x3", "mesh:k=2x3x2", "mesh:k=5", "torus:k=5", "torus:k=4x3", "torus:k=3x2x2", "torus:k=6",
		"expressmesh:k=5x2,gap=2", "expressmesh:k=8,gap=3", "expressmesh:k=3x3,gap=1", "hypercube:n=3" };
	static const char *const graph = "graph:links=tests/vectors/graph.links.csv,nodes=tests/vectors/graph.nodes.csv";
	static const char *const tree[] = { "k=2", "k=2,taper=2", "k=2,taper=3", "k=3", "k=2,n=4", "radix=4,pods=4", "radix=4,pods=3" };
	static const char *const damaged[] = { "mesh:k=3x3,p=2,broken=r0-r1", "torus:k=4x3,broken=r5+r0-r4", "torus:k=3x2x2,p=2,broken=links:0.2:1",
		"hypercube:n=3,broken=r6+r0-r2", "slimfly:q=3,p=1,broken=routers:0.1:1+links:0.1:1", "fattree:k=2,broken=r0", "dragonflyplus:g=4,leaves=2,p=2,broken=links:0.1:1",
		"dragonfly:g=3,a=6,p=2,h=2,rows=2,column-links=3", "dragonfly:g=5,a=8,p=1,h=2,rows=2,global-block=2" };
	static const char *const twisted[] = { "twistedtorus:k=4x2", "twistedtorus:k=4x3,p=2,twist=y:x:1", "cubetorus:cubes=2x1,cube=2x2,twist=half" };
	uint32_t g = 1 + below(r, 6), a = 1 + below(r, 4), p = 1 + below(r, 3), h = (g - 1 + a - 1) / a, which = below(r, 12);
	uint32_t spines = 1 + (a + p) % 3, more;

	if (given_shape)
		return xstrdup(given_shape);
	if (which > 9)
		return any_rdragonfly(r);
	if (which == 9)
		return xstrdup(below(r, 2) ? graph : below(r, 3) ? ONE_OF(r, damaged) : ONE_OF(r, twisted));
	if (which > 5)
		return xprintf("%s,p=%u", ONE_OF(r, lattice), 1 + below(r, 2));
	if (which == 4)
		return xprintf("fattree:%s", ONE_OF(r, tree));
	if (which == 5)
		return xprintf("slimfly:q=3,p=%u", 1 + below(r, 2));
	more = h && below(r, 3) == 0 ? 1 + below(r, 2) : 0;
	if (which == 3)
		return xprintf("dragonflyplus:g=%u,leaves=%u,spines=%u,p=%u,h=%u,arrangement=%s", g, a, spines, p, (g - 1 + spines - 1) / spines + more,
			ONE_OF(r, way));
	h += more;
	return xprintf("dragonfly:g=%u,a=%u,p=%u,h=%u,arrangement=%s,router-arrangement=%s", g, a, p, h, ONE_OF(r, way), ONE_OF(r, dealt));
}

/* A number from 2 to `most` that divides `count`; 1: there is none, or it was not to be. */
static uint32_t
any_part(rng *r, uint32_t count, uint32_t most)
{
	uint32_t part = 2 + below(r, most - 1);

	return count % part == 0 ? part : 1;
}

/* Of a third of the machines the nodes have several interfaces, in one plane or two, or domains, or both: the keys.  With domains memory takes time; so what
 * is posted in one picosecond is posted before any of it has come. */
static char *
any_interfaces(rng *r, const char *shape)
{
	static const char *const choice[] = { "task", "round-robin", "least" };
	machine *m;
	uint32_t nics, stride, domain, planes;
	char *keys, *text;

	if (*shape == 'r' || below(r, 3))
		return xstrdup("");
	m = machine_build(shape, NULL, 0, "cases", FAIL_DATA);
	nics = any_part(r, m->nodes, 4);
	stride = any_part(r, m->nodes / nics, 5);
	domain = any_part(r, m->nodes / nics, 6);
	planes = m->searched || *shape == 'g' || strstr(shape, "broken") || below(r, 3) ? 1 : 2;
	machine_free(m);
	nics *= planes;
	keys = nics == 1 ? xstrdup("") : xprintf(",planes=%u,nics=%u,nic-stride=%u,nic-choice=%s", planes, nics, stride, ONE_OF(r, choice));
	text = domain == 1 || below(r, 2) ? xprintf("%s", keys)
		: xprintf("%s,domain=%u,domain-bw=%uGb/s,domain-latency=%uns,memory-latency=3ns", keys, domain, 1 + below(r, 9), 1 + below(r, 9));
	free(keys);
	return text;
}

/* The text of a machine.  Half of them have one speed and one latency everywhere, for many things at once.
 * Routers take some time where links may take none: with neither, what comes first in a picosecond is
 * left open. */
static char *
any_machine(rng *r, uint32_t piece)
{
	static const char *const bandwidth[] = { "1Gb/s", "2Gb/s", "3Gb/s", "7Gb/s", "8Gb/s", "8Gb/s", "16Gb/s", "100Gb/s" };
	static const char *const latency[] = { "0", "0", "1ns", "7ns", "40ns", "100ns", "1us", "13ps" };
	static const char *const memory[] = { "", "", "", ",memory-latency=30ns", ",memory-bw=5Gb/s",
		",memory-latency=1us,memory-bw=1Gb/s" };
	uint32_t even = below(r, 2), buffer = piece * (1 + below(r, below(r, 4) ? 3 : 16)), instant = below(r, 2) * 2;
	const char *bw = ONE_OF(r, bandwidth), *late = latency[2 - instant + below(r, 6)];
	char *shape = any_shape(r), *inside = any_interfaces(r, shape);
	rng aside = *r;		/* for keys that came later, so that settings stay those they are */
	const char *within = strstr(inside, "memory") ? "" : ONE_OF(r, memory);
	const char *buffers;
	bool tree = strncmp(shape, "fattree", 7) == 0;
	const char *near = tree ? "leaf-spine" : "local", *far = tree ? "spine-core" : "global";

	if (strstr(inside, "nic-choice=task") && below(&aside, 2))
		inside = xappend(inside, ",stripe=%u", below(&aside, 3 * piece));
	if (below(&aside, 3) == 0)
		inside = xappend(inside, ",interface-order=shared");
	buffer += below(r, 2) ? below(r, piece) : 0;
	buffers = buffer % 13 ? xprintf(",vc-buffer=%u", buffer) : "";
	if (strchr("methgc", *shape))
		return xprintf("%s,cores=%u%s,node-bw=%s,bw=%s,node-latency=%s,latency=%s,router-latency=%s%s%s", shape, 1 + below(r, 3), buffers,
			even ? bw : ONE_OF(r, bandwidth), even ? bw : ONE_OF(r, bandwidth), even ? late : latency[2 - instant + below(r, 6)],
			even ? late : latency[2 - instant + below(r, 6)], latency[instant + below(r, 6)], within, inside);
	return xprintf("%s,cores=%u%s,node-bw=%s,%s-bw=%s,%s-bw=%s,node-latency=%s,%s-latency=%s,%s-latency=%s,router-latency=%s%s%s",
		shape, 1 + below(r, 3), buffers, even ? bw : ONE_OF(r, bandwidth), near, even ? bw : ONE_OF(r, bandwidth), far, even ? bw : ONE_OF(r, bandwidth),
		even ? late : latency[2 - instant + below(r, 6)], near, even ? late : latency[2 - instant + below(r, 6)],
		far, even ? late : latency[2 - instant + below(r, 6)], latency[instant + below(r, 6)], within, inside);
}

/* What messages cost the ranks of programs, as keys of a machine; *eager: sends may end only when they are received. */
static const char *
any_costs(rng *r, uint32_t piece, bool *eager)
{
	static const char *const time[] = { "0", "0", "1ns", "13ps", "100ns", "1us" };
	static const char *const byte[] = { "0", "0", "1ps", "300ps", "3ns" };
	rng aside = *r;		/* for keys that came later, so that settings stay those they are */
	const char *keys = xprintf(",send-overhead=%s,recv-overhead=%s,message-gap=%s,overhead-per-byte=%s", ONE_OF(r, time), ONE_OF(r, time),
		ONE_OF(r, time), ONE_OF(r, byte));

	*eager = below(r, 3) == 0;
	if (*eager)
		keys = xprintf("%s,eager=%u", keys, below(r, 3 * piece));
	if (*eager && below(&aside, 2))
		keys = xprintf("%s,rendezvous=%s", keys, below(&aside, 2) ? "1" : "0.5");
	if (below(&aside, 3) == 0)
		keys = xprintf("%s,copy-bw=%uGb/s", keys, 1 + below(&aside, 20));
	if (below(&aside, 3) == 0)
		keys = xprintf("%s,sum-bw=%uGb/s%s", keys, 1 + below(&aside, 20), below(&aside, 2) ? ",sum-bw-large=300B:1Gb/s" : "");
	return keys;
}

/* What routers are like; `input`: they queue at their inputs. */
static router_plan
any_router(rng *r, bool input, uint32_t piece)
{
	static const uint32_t speedup[] = { 1000, 1000, 1500, 2000, 7000 };
	static const uint64_t bandwidth[] = { 2000000000, 8000000000, 21000000000 };
	static const int64_t allocation[] = { 0, 0, 13, 1000, 40000, 300000 };
	const int64_t bias[] = { 0, 0, 1, piece, 3 * (int64_t)piece };
	const uint32_t buffer[] = { 0, 0, piece, 2 * piece + 7, 9 * piece };
	router_plan p = { .input = input, .speedup = ONE_OF(r, speedup), .allocation = ONE_OF(r, allocation), .bias = ONE_OF(r, bias) };

	p.threshold = p.speedup == 1000 ? 0 : (int64_t)piece * (p.speedup / 1000);	/* no draw of its own, so that settings stay those they are */
	if (below(r, 3) == 0) {
		p.speedup = 0;
		p.bandwidth = ONE_OF(r, bandwidth);
	}
	p.output_buffer = input ? ONE_OF(r, buffer) : 0;
	return p;
}

static void
any_closed(rng *r, const machine *m, job_plan *j, uint32_t piece)
{
	static const char *const name[] = { "alltoall", "broadcast", "fft3d", "halo2d", "halo3d", "halo3d26",
		"unstructured", "stencil", "pairs", "spread", "sub-alltoall" };
	static const int64_t pause[] = { 0, 0, 1000, 250000, 1234567 };
	uint32_t at[MOST_NODES * 4], count = 0, most = j->nodes * m->cores < MOST_TASKS ? j->nodes * m->cores : MOST_TASKS;

	j->pattern = ONE_OF(r, name);
	j->tasks = 1 + below(r, most);
	if (below(r, 2) && most > 1)
		j->tasks = most - below(r, 2);
	j->listed = below(r, 2);
	for (uint32_t i = 0; i < j->nodes; i++)
		for (uint32_t k = 0; k < m->cores; k++)
			at[count++] = j->node[i];
	rng_shuffle(r, at, count);
	for (uint32_t i = 0; i < j->tasks; i++)
		j->task_node[i] = j->listed ? at[i] : j->node[i / ((j->tasks + j->nodes - 1) / j->nodes)];
	if (strcmp(j->pattern, "alltoall") == 0 && j->tasks > 1 && below(r, 2))
		j->rounds = 1 + below(r, j->tasks - 1);
	if (strncmp(j->pattern, "halo", 4) == 0) {
		strcpy(j->periodic, below(r, 2) ? "" : below(r, 2) ? "x" : "yx");
		j->edge_bytes = below(r, 2) ? any_bytes(r, piece, 2) : 0;
		j->corner_bytes = below(r, 2) ? any_bytes(r, piece, 1) : 0;
		j->allreduce_bytes = below(r, 2) ? any_bytes(r, piece, 2) : 0;
	}
	j->bytes = any_bytes(r, piece, 4);
	j->iterations = 1 + below(r, 3);
	j->compute = ONE_OF(r, pause);
	j->start = 500000 + ONE_OF(r, pause) * below(r, 3);
}

/* A closed-loop job that follows a program, of as many ranks as it has tasks or of fewer. */
static void
any_follower(rng *r, const machine *m, job_plan *j, uint32_t piece)
{
	int64_t unit = time_of(piece, m->speeds[CLASS_NODE].bits_per_s) / 1000;

	any_closed(r, m, j, piece);
	j->pattern = "program";
	j->periodic[0] = '\0';
	j->bytes = j->edge_bytes = j->corner_bytes = j->allreduce_bytes = j->rounds = 0;
	j->file = any_program(r, below(r, 4) ? j->tasks : 1 + below(r, j->tasks), m->nics, piece, unit);
	j->program = goal_read(j->file);
	j->left = below(r, 2);
}

/* How many groups have nodes of the job? */
static uint32_t
groups_used(const machine *m, const job_plan *j)
{
	const level *l = &m->level[1];
	uint32_t used = 0, of[MOST_NODES];

	if (m->levels < 2)
		return j->nodes;
	for (uint32_t i = 0; i < j->nodes; i++) {
		bool seen = false;

		of[i] = l->of[j->node[i]];
		for (uint32_t k = 0; k < i; k++)
			seen |= of[k] == of[i];
		used += !seen;
	}
	return used;
}

/* An open-loop job; with `background`, one that runs as long as the closed-loop jobs do. */
static void
any_open(rng *r, const machine *m, job_plan *j, uint32_t piece, bool background)
{
	static const char *const name[] = { "uniform", "uniform", "group-uniform", "adversarial", "permutation", "tornado", "bitcomplement", "transpose" };
	static const char *const load[] = { "0.05", "0.3", "0.7", "0.95", "1" };
	int64_t gap;

	j->pattern = groups_used(m, j) > 1 ? ONE_OF(r, name) : "uniform";
	if ((strcmp(j->pattern, "adversarial") == 0 || strcmp(j->pattern, "group-uniform") == 0) && !kind_among(m, "dragonfly rdragonfly"))
		j->pattern = "tornado";
	j->load = ONE_OF(r, load);
	j->tasks = j->nodes;
	j->bytes = below(r, 2) ? any_bytes(r, piece, 3) : 0;
	j->start = 500000 + below(r, 3) * INT64_C(100000);
	gap = time_of(j->bytes ? j->bytes : piece, m->speeds[CLASS_NODE].bits_per_s);
	j->warmup = below(r, 2) ? gap * (1 + below(r, 9)) : 0;
	j->duration = background ? 0 : gap * (5 + below(r, 20));
	if (background && gap < 200000)
		j->load = "0.01";	/* the others may take their time */
}

/* Bring the nodes in the group of the last one to the end; how many they are. */
static uint32_t
gather(const machine *m, uint32_t *label, uint32_t count)
{
	uint32_t group = m->level[1].of[label[count - 1]], end = count;

	for (uint32_t i = count; i-- > 0;)
		if (m->level[1].of[label[i]] == group) {
			uint32_t other = label[--end];

			label[end] = label[i];
			label[i] = other;
		}
	return count - end;
}

/* Circuits between all groups of a job, as text. */
static const char *
any_text_of_circuits(rng *r, const machine *m, const job_plan *j)
{
	uint32_t group[MOST_NODES], groups = 0;
	const level *l = &m->level[1];
	circuits c = { 0 };
	const char *text;

	for (uint32_t i = 0, k; i < j->nodes; i++) {
		for (k = 0; k < groups && group[k] != l->of[j->node[i]]; k++)
			;
		if (k == groups)
			group[groups++] = l->of[j->node[i]];
	}
	while (!any_circuits(r, m, group, groups, &c))
		;
	text = circuits_write(&c, m);
	circuits_free(&c);
	return text;
}

static bool only_closed;	/* no open-loop jobs beside programs, which might wait for ever */

/* A job of a case with programs: one of them, another in closed loop, in open loop, or, behind the first, a background. */
static void
any_beside(rng *r, const machine *m, job_plan *j, uint32_t piece, uint32_t before)
{
	uint32_t which = before ? below(r, only_closed ? 4 : 6) : 0;

	if (which < 3)
		any_follower(r, m, j, piece);
	else if (which == 3)
		any_closed(r, m, j, piece);
	else
		any_open(r, m, j, piece, which == 5 && before == 1);
}

/* A case; `open`: of 0, none of its jobs are in open loop, 1, all, 2, some, and one of these a background; of 3, some follow programs,
 * and others are of any kind. */
static void
any_case(rng *r, const machine *m, case_plan *c, uint32_t piece, int open)
{
	uint32_t label[MOST_NODES], left = 0;
	bool joined = m->kind->circuits;	/* of the first job; the others stay in one group, or send within groups */

	for (uint32_t v = 0; v < m->nodes; v++)
		if (machine_has(m, v))
			label[left++] = v;
	rng_shuffle(r, label, left);
	c->jobs = 0;
	while (left && c->jobs < MOST_JOBS && (c->jobs == 0 || (open == 2 && c->jobs == 1) || below(r, 3))) {
		job_plan *j = &c->job[c->jobs];
		bool within = joined && c->jobs && open && open < 3 && below(r, 2);
		uint32_t most = joined && c->jobs && !within ? gather(m, label, left) : left;

		*j = (job_plan){ .nodes = c->jobs == 0 && open == 2 && left > 1 ? 1 + below(r, left - 1) : 1 + below(r, most), .circuits = "" };
		left -= j->nodes;
		memcpy(j->node, label + left, j->nodes * sizeof *label);
		if (open == 3)
			any_beside(r, m, j, piece, c->jobs);
		else if (open == 1 || (open == 2 && c->jobs))
			any_open(r, m, j, piece, open == 2 && c->jobs == 1);
		else
			any_closed(r, m, j, piece);
		if (within && j->load)
			j->pattern = "group-uniform";
		if (joined && c->jobs == 0)
			j->circuits = any_text_of_circuits(r, m, j);
		c->jobs++;
	}
}

static const char *const case_header = "case,job,nodes,tasks,pattern,periodic,bytes,edge_bytes,corner_bytes,allreduce_bytes,"
	"iterations,compute_s,start_s,node_list,task_nodes,load,duration_s,warmup_s,rounds,circuits,program,send_completes\n";

static void
write_number(FILE *f, int64_t value)
{
	if (value)
		fprintf(f, "%lld", (long long)value);
	fputc(',', f);
}

static void
write_seconds(FILE *f, int64_t ps, char end)
{
	if (ps)
		fprintf(f, "%.12f", (double)ps * 1e-12);
	fputc(end, f);
}

/* The rows of a case, each behind `prefix`. */
static void
write_case(FILE *f, const char *prefix, int id, const case_plan *c)
{
	for (uint32_t i = 0; i < c->jobs; i++) {
		const job_plan *j = &c->job[i];

		fprintf(f, "%s%d,j%u,%u,%u,%s,%s,", prefix, id, i, j->nodes, j->tasks, j->pattern, j->periodic);
		write_number(f, j->bytes);
		write_number(f, j->edge_bytes);
		write_number(f, j->corner_bytes);
		write_number(f, j->allreduce_bytes);
		write_number(f, j->iterations);
		write_seconds(f, j->compute, ',');
		write_seconds(f, j->start, ',');
		fprintf(f, "%s,", list_write(j->node, j->nodes, false));
		fprintf(f, "%s,%s,", j->listed ? list_write(j->task_node, j->tasks, true) : "", j->load ? j->load : "");
		write_seconds(f, j->duration, ',');
		write_seconds(f, j->warmup, ',');
		write_number(f, j->rounds);
		fprintf(f, "%s,%s,%s\n", j->circuits, j->file ? j->file : "", j->left ? "left" : j->file && i % 2 ? "posted" : "");
	}
}
