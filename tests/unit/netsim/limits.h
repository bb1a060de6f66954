/* limits -- what the tests of laws share: the machines, the cases that are played on them, and the ways of packets. */
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include "netsim/engine/crossbar.h"
#include "netsim/observe/statistics.h"
#include "netsim/table/case.h"
#include "unit/tap.h"

/* A small machine, and for one with optical switches the circuits of a job that has all of its nodes. */
typedef struct place {
	const char *spec, *circuits;
} place;

/* Every kind, the narrow links now here, now there. */
#define CIRCUITS "0.0:1.0 2.0:3.0 0.1:2.1 1.1:3.1 0.2:3.2 1.2:2.2"	/* one between any two of four groups */
static const place places[] = {
	{ "dragonfly:g=5,a=2,p=2,h=2,global-bw=4Gb/s", "" },
	{ "dragonfly:g=4,a=3,p=2,h=1,local-bw=4Gb/s,node-bw=16Gb/s,global-latency=1us", "" },
	{ "rdragonfly:g=4,a=2,p=2,global-bw=4Gb/s", CIRCUITS },
	{ "mesh:k=4x3,p=2,bw=16Gb/s/4Gb/s", "" },
	{ "torus:k=4x3x2,bw=4Gb/s,latency=500ns", "" },
	{ "expressmesh:k=4x3,gap=1,p=2,node-bw=16Gb/s", "" },
	{ "expressmesh:k=9,gap=3,p=2,bw=16Gb/s", "" },
	{ "hypercube:n=4,p=1,vc-buffer=600B", "" },
	{ "fattree:k=3,n=2,taper=3", "" },
	{ "fattree:radix=4,leaf-spine-bw=4Gb/s", "" },
	{ "dragonflyplus:g=4,leaves=2,p=2,global-bw=4Gb/s", "" },
	{ "slimfly:q=3,p=1,local-bw=4Gb/s", "" },
	{ "graph:links=tests/vectors/graph.links.csv,nodes=tests/vectors/graph.nodes.csv", "" },
};
enum { PLACES = sizeof places / sizeof *places };

/* A table on its way through the engine, as netsim plays it; its statistics are those of links. */
typedef struct stage {
	machine *machine;
	const routing *routing;
	network net;
	traffic_run run;
	model model;
	case_reader reader;
	table *in;
	batch batch;
	char path[32];
} stage;

/* On links of vcs channels, 0: as many as r needs. */
__attribute__((unused)) static void
stage_open(stage *s, machine *m, const routing *r, int vcs, const char *text, bool rounds, uint32_t packet_bytes)
{
	FILE *f;
	int fd;

	*s = (stage){ .machine = m, .routing = r, .path = "/tmp/hopline-unit-XXXXXX" };
	fd = mkstemp(s->path);
	f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f || fputs(text, f) < 0 || fclose(f) != 0)
		die(FAIL_DATA, "cannot write '%s'", s->path);
	s->in = table_open(s->path);
	if (!network_init(&s->net, m, r, vcs, packet_bytes))
		die(FAIL_DATA, "%s, %s: %d channels are too few", m->spec, r->name, vcs);
	run_init(&s->run, &s->net);
	statistics_keep(&s->net, true, false, false);
	s->model = (model){ .packet = packet_bytes };
	case_reader_init(&s->reader, s->in, m, (case_options){ .seed = 1, .rounds = rounds, .model = &s->model });
}

/* Its routers queue at their inputs; before the first case. */
__attribute__((unused)) static void
stage_cross(stage *s, uint32_t speedup, int64_t allocation)
{
	crossbar_init(&s->net, &(crossbar_plan){ .speedup = speedup, .allocation = allocation });
}

/* The next case is read: its jobs are there, and nothing has happened yet. */
__attribute__((unused)) static bool
stage_next(stage *s)
{
	if (!table_next_case(s->in, &s->batch))
		return false;
	case_read(&s->reader, &s->batch, &s->run);
	return true;
}

__attribute__((unused)) static void
stage_play(stage *s)
{
	const int64_t limit = INT64_C(1000000000000);	/* ps: a second */

	if (run_play(&s->run, limit) != RUN_DONE)
		ok(false, "%s, %s: case %s comes to its end", s->machine->spec, s->routing->name, s->batch.id);
}

__attribute__((unused)) static void
stage_close(stage *s)
{
	case_reader_free(&s->reader);
	run_free(&s->run);
	network_free(&s->net);
	table_close(s->in);
	unlink(s->path);
}

/* Has each pair of nodes one way, whatever else happens? */
__attribute__((unused)) static bool
is_static(const network *n)
{
	return !n->choose;
}

/* The links between routers that packets from one node to another take under a static routing, and the one to the node. */
__attribute__((unused)) static uint32_t
way(const network *n, uint32_t from, uint32_t to, uint32_t link[static 64])
{
	const machine *m = n->machine;
	packet p = { .from = from, .to = to, .router = m->node_router[to], .via = NONE, .link = m->router_links + from,
		.bytes = 64, .settled = 1 };
	uint32_t router = m->node_router[from], count = 0;

	do {
		if (count == 64)
			die(FAIL_DATA, "%s, %s: a packet from node %u to node %u is lost", m->spec, n->routing->name, from, to);
		link[count++] = p.link = paths_next(&n->paths, &p.trip, router);
		p.channel = p.channel_next;
		p.hops++;
		router = m->to[p.link];
	} while (m->class[p.link] != CLASS_NODE);
	return count;
}

/* How long a link takes for so many bytes, ps, by nothing but its bandwidth; rounded down. */
__attribute__((unused)) static int64_t
time_of(const machine *m, uint32_t link, uint64_t bytes)
{
	return (int64_t)((__extension__ (unsigned __int128)8000000000000) * bytes / m->speeds[m->speed_of[link]].bits_per_s);
}
