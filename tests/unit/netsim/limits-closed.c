/* link: netsim */
/* limits-closed -- every closed-loop pattern against laws of networks, on every kind of machine under every routing, with routers
 * that queue at their outputs and at their inputs.
 *
 * What must cross a link is counted from the pattern and, for static routings, from their ways; how long it must take at
 * least, from bandwidths and latencies; nothing of it from what the engine measured. */
#include "lib/program/program.h"
#include "netsim/engine/ending.h"
#include "unit/netsim/limits.h"

enum { ITERATIONS = 2, BYTES = 1000, PACKET = 256, MOST_ROUTERS = 64, SHOW = 5 };

typedef struct law {
	const char *text;
	int broken;
} law;

enum { BUSY, CONSERVED, ENDS, WAYS, AT_LEAST, FULL_LINK, FAR_PAIR, MESSAGES, EMPTY, LAWS };
static law laws[LAWS] = {
	[BUSY] = { "a link is busy for its bytes over its bandwidth, each packet for whole picoseconds", 0 },
	[CONSERVED] = { "what comes to a router leaves it, and a packet passes one router more than links between them", 0 },
	[ENDS] = { "what enters and leaves at a node is what the pattern says", 0 },
	[WAYS] = { "static ways: each link carries the messages whose way it is on", 0 },
	[AT_LEAST] = { "other ways are no shorter than the distance", 0 },
	[FULL_LINK] = { "no job is faster than its fullest link", 0 },
	[FAR_PAIR] = { "no job is faster than its farthest pair on an idle network", 0 },
	[MESSAGES] = { "all messages arrive, with all their bytes", 0 },
	[EMPTY] = { "the network is empty in the end, and all credit is back", 0 },
};

/* What the pattern and the machine say about a case. */
typedef struct demand {
	uint64_t *bytes;		/* [links]: of the links of nodes, and under a static routing of all */
	int64_t *rest;			/* [links]: of a node's link, the least latency between it and the other end of a message */
	uint64_t messages, sum;		/* all, those within nodes too; their bytes */
	uint64_t travel;		/* bytes times links between routers, at least */
	int64_t farthest;		/* ps that the case takes at least */
} demand;

static int64_t least[MOST_ROUTERS][MOST_ROUTERS];	/* ps from the head's arrival at one router until it leaves the other, at least */
static uint32_t fewest[MOST_ROUTERS][MOST_ROUTERS];	/* links between them, at least */
static int shown;

static void
lower(int64_t *least_so_far, int64_t value)
{
	if (value < *least_so_far)
		*least_so_far = value;
}

static void
raise(int64_t *most_so_far, int64_t value)
{
	if (value > *most_so_far)
		*most_so_far = value;
}

/* By Floyd and Warshall, whatever the routing does. */
static void
find_least(const machine *m)
{
	const int64_t far = NEVER / 4, here = m->router_latency;

	for (uint32_t a = 0; a < m->routers; a++)
		for (uint32_t b = 0; b < m->routers; b++) {
			least[a][b] = a == b ? here : far;
			fewest[a][b] = a == b ? 0 : MOST_ROUTERS;
		}
	for (uint32_t i = 0; i < m->router_links; i++) {
		int64_t step = 2 * here + m->speeds[m->speed_of[i]].latency;

		if (m->class[i] == CLASS_NODE || m->to[i] == NONE)
			continue;
		fewest[m->from[i]][m->to[i]] = 1;
		lower(&least[m->from[i]][m->to[i]], step);
	}
	for (uint32_t k = 0; k < m->routers; k++)
		for (uint32_t a = 0; a < m->routers; a++)
			for (uint32_t b = 0; b < m->routers; b++) {
				lower(&least[a][b], least[a][k] + least[k][b] - here);
				if (fewest[a][k] + fewest[k][b] < fewest[a][b])
					fewest[a][b] = fewest[a][k] + fewest[k][b];
			}
}

static uint32_t
into(const machine *m, uint32_t node)
{
	return m->router_links + node;
}

static uint32_t
out_of(const machine *m, uint32_t node)
{
	return m->reverse[into(m, node)];
}

static int64_t
latency(const machine *m, uint32_t link)
{
	return m->speeds[m->speed_of[link]].latency;
}

/* A message of so many bytes from node u to node v alone: its last byte leaves u when all have, and comes behind the latencies. */
static int64_t
alone(const machine *m, uint32_t u, uint32_t v, uint64_t bytes)
{
	int64_t enter = time_of(m, into(m, u), bytes), leave = time_of(m, out_of(m, v), bytes);

	return (enter > leave ? enter : leave) + latency(m, into(m, u)) + least[m->node_router[u]][m->node_router[v]] + latency(m, out_of(m, v));
}

/* Does task `from` send to `to` in `phase`, and how much? */
static uint64_t
answer(const traffic *t, uint32_t phase, uint32_t from, uint32_t to)
{
	for (uint32_t k = 0; k < traffic_sends(t, phase, from); k++) {
		message s = traffic_send(t, phase, from, k);

		if (s.to == to && s.phase == phase)
			return (uint64_t)s.bytes;
	}
	return 0;
}

/* The message goes from node u to node v in each iteration. */
static void
count_message(const network *n, demand *d, uint32_t u, uint32_t v, uint64_t bytes)
{
	const machine *m = n->machine;
	uint32_t link[64];
	int64_t head = least[m->node_router[u]][m->node_router[v]];

	d->bytes[into(m, u)] += ITERATIONS * bytes;
	d->travel += ITERATIONS * bytes * fewest[m->node_router[u]][m->node_router[v]];
	lower(&d->rest[into(m, u)], head + latency(m, into(m, u)) + latency(m, out_of(m, v)));
	lower(&d->rest[out_of(m, v)], head + latency(m, into(m, u)) + latency(m, out_of(m, v)));
	if (!is_static(n))
		d->bytes[out_of(m, v)] += ITERATIONS * bytes;
	else
		for (uint32_t count = way(n, u, v, link), i = 0; i < count; i++)
			d->bytes[link[i]] += ITERATIONS * bytes;
}

/* Two tasks that send to each other in a phase wait for each other, so each iteration takes the shorter of their messages. */
static void
count_pair(const machine *m, demand *d, const traffic *t, uint32_t phase, uint32_t from, const message *s, uint32_t u, uint32_t v)
{
	uint64_t back = s->phase == phase ? answer(t, phase, s->to, from) : 0;
	int64_t one = alone(m, u, v, (uint64_t)s->bytes), other = back ? alone(m, v, u, back) : 0;

	raise(&d->farthest, one);
	if (back)
		raise(&d->farthest, ITERATIONS * (one < other ? one : other));
}

/* Messages of a pattern that follows a program, of which its phases tell only the bytes between two tasks; 0 of others. */
static uint64_t
messages_of(const program *p)
{
	uint64_t messages = 0;

	for (uint32_t i = 0; p && i < program_ops(p); i++)
		messages += p->op[i].kind == OP_SEND ? ITERATIONS : 0;
	return messages;
}

static demand
count(stage *s)
{
	const case_job *j = &s->run.job[0];
	const machine *m = s->machine;
	demand d = { .bytes = xcalloc(m->links, sizeof *d.bytes), .rest = xalloc(m->links, sizeof *d.rest) };

	find_least(m);
	for (uint32_t i = 0; i < m->links; i++)
		d.rest[i] = NEVER;
	d.messages = messages_of(j->traffic.program);
	for (uint32_t phase = 0; phase < traffic_phases(&j->traffic); phase++)
		for (uint32_t i = 0; i < j->tasks; i++)
			for (uint32_t k = 0; k < traffic_sends(&j->traffic, phase, i); k++) {
				message one = traffic_send(&j->traffic, phase, i, k);
				uint32_t u = s->run.task[j->first_task + i].node, v = s->run.task[j->first_task + one.to].node;

				d.messages += j->traffic.program ? 0 : ITERATIONS;
				d.sum += ITERATIONS * (uint64_t)one.bytes;
				if (u == v)
					continue;
				count_message(&s->net, &d, u, v, (uint64_t)one.bytes);
				count_pair(m, &d, &j->traffic, phase, i, &one, u, v);
			}
	return d;
}

/* Laws are about `got` and `want`; what breaks one is shown, the first few times. */
static void
hold(int which, bool holds, const stage *s, uint32_t link, int64_t got, int64_t want)
{
	if (holds)
		return;
	laws[which].broken++;
	if (shown++ < SHOW)
		fprintf(stderr, "# not so: %s: %s, %s, %s, link %u: %" PRId64 ", %" PRId64 "\n", laws[which].text, s->machine->spec, s->routing->name,
			s->batch.id, link, got, want);
}

static void
equal(int which, const stage *s, uint32_t link, uint64_t got, uint64_t want)
{
	hold(which, got == want, s, link, (int64_t)got, (int64_t)want);
}

/* The links to and from the nodes, and those between routers, together. */
static void
check_conserved(const stage *s)
{
	const machine *m = s->machine;
	const link_stats *f = s->net.statistics->link;
	uint64_t *come = xcalloc(m->routers, sizeof *come), *go = xcalloc(m->routers, sizeof *go), hops = 0;

	for (uint32_t i = 0; i < m->links; i++) {
		if (i < m->router_links) {
			go[m->from[i]] += f[i].bytes;
			hops += f[i].packets;
		}
		if (i >= m->router_links)
			come[m->to[i]] += f[i].bytes;
		else if (m->class[i] != CLASS_NODE && m->to[i] != NONE)
			come[m->to[i]] += f[i].bytes;
	}
	for (uint32_t r = 0; r < m->routers; r++)
		equal(CONSERVED, s, r, come[r], go[r]);
	equal(CONSERVED, s, NONE, s->run.job[0].hops, hops);
	free(come);
	free(go);
}

/* The last byte of a link's busy time has its latency before it, and behind it; before and behind a link between routers
 * there is at least a router and a node's link each. */
static void
check_time(const stage *s, const demand *d)
{
	const machine *m = s->machine;
	const link_stats *f = s->net.statistics->link;
	int64_t took = s->run.job[0].end - s->run.job[0].start, node = m->speeds[m->speed_of[m->router_links]].latency;

	for (uint32_t i = 0; i < m->links; i++) {
		bool inner = i < m->router_links && m->class[i] != CLASS_NODE;
		int64_t rest = inner ? 2 * node + 2 * m->router_latency + latency(m, i) : d->rest[i];

		if (f[i].busy)	/* not of empty packets alone */
			hold(FULL_LINK, took >= f[i].busy + rest, s, i, took, f[i].busy + rest);
		if (!inner || is_static(&s->net))	/* and by what must cross it, whatever the engine says of it */
			hold(FULL_LINK, d->bytes[i] == 0 || took >= time_of(m, i, d->bytes[i]) + rest, s, i, took, time_of(m, i, d->bytes[i]) + rest);
	}
	hold(FAR_PAIR, took >= d->farthest, s, NONE, took, d->farthest);
}

static void
check_links(const stage *s, const demand *d)
{
	const machine *m = s->machine;
	const link_stats *f = s->net.statistics->link;
	uint64_t travel = 0;

	for (uint32_t i = 0; i < m->links; i++) {
		bool inner = i < m->router_links && m->class[i] != CLASS_NODE, rounded = UINT64_C(8000000000000) % m->speeds[m->speed_of[i]].bits_per_s;
		int64_t x = time_of(m, i, f[i].bytes);

		hold(BUSY, f[i].busy >= x && f[i].busy - x <= (rounded ? (int64_t)f[i].packets : 0), s, i, f[i].busy, x);
		if (!inner)
			equal(ENDS, s, i, f[i].bytes, d->bytes[i]);
		else if (is_static(&s->net))
			equal(WAYS, s, i, f[i].bytes, d->bytes[i]);
		travel += inner ? f[i].bytes : 0;
	}
	hold(AT_LEAST, travel >= d->travel, s, NONE, (int64_t)travel, (int64_t)d->travel);
}

static void
check_messages(stage *s, const demand *d)
{
	equal(MESSAGES, s, NONE, s->run.job[0].messages, d->messages);
	equal(MESSAGES, s, NONE, s->run.job[0].comm_bytes, d->sum);
	hold(EMPTY, !network_check(&s->net) && s->run.flights_alive == 0, s, NONE, s->run.flights_alive, 0);
}

/* A case for each closed-loop pattern but `program`, which names a file, on all nodes, two tasks on each where it is any number. */
static char *
cases_of(const place *p, const machine *m, const char *matrix)
{
	char *text = xprintf("case,job,nodes,tasks,pattern,dims,lattice,site_bytes,matrix,bytes,iterations,node_list,circuits\n");

	for (int k = 0; patterns[k]; k++) {
		const pattern *q = patterns[k];
		bool fixed = strcmp(q->name, "neighboring") == 0, sites = strcmp(q->name, "lattice") == 0, file = strcmp(q->name, "matrix") == 0;
		uint32_t tasks = fixed || file ? 16 : 2 * m->nodes;

		if (!pattern_open(q) && strcmp(q->name, "program") != 0)
			text = xprintf("%s%s,j,%u,%u,%s,%s,%s,%s,%s,%d,%d,0-%u,%s\n", text, q->name, m->nodes, tasks, q->name, fixed ? "2x2x2x2" : "",
				sites ? "97x13x13" : "", sites ? "10" : "", file ? matrix : "", BYTES, ITERATIONS, m->nodes - 1, p->circuits);
	}
	return text;
}

static int
play(const place *p, machine *m, const routing *r, bool rounds, bool input, const char *matrix)
{
	stage s;
	int cases = 0;

	stage_open(&s, m, r, 0, cases_of(p, m, matrix), rounds, PACKET);
	if (input)
		stage_cross(&s, rounds ? 1000 : 1500, rounds ? 50000 : 0);
	for (; stage_next(&s); cases++) {
		demand d = count(&s);

		stage_play(&s);
		check_links(&s, &d);
		check_conserved(&s);
		check_messages(&s, &d);
		check_time(&s, &d);
		free(d.bytes);
		free(d.rest);
		run_reset(&s.run);
	}
	stage_close(&s);
	return cases;
}

/* Messages of one node on an idle network follow each other without a gap, and where all links are as fast as its own and
 * each pair has one way, none ever waits: the bounds of the full link and of the farthest pair are met together. */
static void
broadcast(const char *spec)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	stage s;

	for (const routing *r = routings; r->name; r++) {
		int64_t want = 0, x = BYTES * INT64_C(1000);

		if (!routing_serves(r, m))
			continue;
		stage_open(&s, m, r, 0, xprintf("job,nodes,tasks,pattern,bytes,node_list\nj,%u,%u,broadcast,%d,0-%u\n",
			m->nodes, m->nodes, BYTES, m->nodes - 1), false, PACKET);
		stage_next(&s);
		for (uint32_t v = 1; v < m->nodes && is_static(&s.net); v++) {
			uint32_t link[64], count = way(&s.net, 0, v, link);
			int64_t behind = latency(m, into(m, 0));

			for (uint32_t i = 0; i < count; i++)
				behind += m->router_latency + latency(m, link[i]);
			raise(&want, v * x + behind);
		}
		stage_play(&s);
		if (is_static(&s.net))
			is_int(s.run.job[0].end, want, xprintf("%s, %s: a broadcast takes what its source and latencies take, no more", m->spec, r->name));
		stage_close(&s);
	}
	machine_free(m);
}

int
main(void)
{
	static const char *const equal_links[] = { "dragonfly:g=5,a=2,p=2,h=2", "mesh:k=4x3,p=2", "torus:k=4x3x2", "expressmesh:k=9,gap=3,p=2",
		"hypercube:n=4", "fattree:k=3,n=2", "fattree:radix=4", "slimfly:q=3,p=1" };
	char matrix[] = "/tmp/hopline-unit-XXXXXX";
	int fd = mkstemp(matrix), cases = 0;
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

	if (!f || fputs("src,dst,bytes\n0,15,5000\n15,0,100\n3,4,700\n4,3,2100\n7,8,1\n2,9,4000\n", f) < 0 || fclose(f) != 0)
		die(FAIL_DATA, "cannot write '%s'", matrix);
	for (int i = 0; i < PLACES; i++) {
		machine *m = machine_build(places[i].spec, NULL, 0, "test", 1);

		for (int k = 0; routings[k].name; k++)
			for (int which = 0; which < 4 && routing_serves(&routings[k], m); which++)	/* schedule and router */
				if ((which & 1) == ((which >> 1) + k) % 2)	/* each router, and one schedule or the other */
					cases += play(&places[i], m, &routings[k], which & 1, which & 2, matrix);
		machine_free(m);
	}
	unlink(matrix);
	for (int i = 0; i < LAWS; i++)
		is_int(laws[i].broken, 0, xprintf("%s", laws[i].text));
	ok(cases > 1500, "%d cases were played", cases);
	for (size_t i = 0; i < sizeof equal_links / sizeof *equal_links; i++)
		broadcast(equal_links[i]);
	return done_testing();
}
