/* link: netsim */
/* limits-permutation -- what HyperX, fat-trees and others accept of permutations, against what the links on their ways carry.
 *
 * Each node offers to one other node all that its link takes, and static ways are counted link by link.  The law: flows that
 * share a link get no more than the link has.  So their mean rate is at most what comes of giving each flow to one link of its way:
 * the sum over links of the lesser of their flows and their bandwidth, over the flows.
 *
 * What links that are always busy and share themselves alike give is max-min fairness (Bertsekas and Gallager, 6.5.2):
 * the fullest link is shared out, its flows and what they take elsewhere are taken away, and so on.  Where both are the same,
 * every link that limits somebody limits all that it carries, and nothing is lost if it is never idle; with sources that
 * always have more it is not, and the bound must be met.  Where they differ, packets of slow flows fill buffers that faster ones
 * share, and less may be accepted: on tori half as much. */
#include "unit/netsim/limits.h"

enum { PACKET = 256, MOST_NODES = 128 };
#define EDGE 0.005	/* what stood behind the fullest links when the window opened, of what passes them in it */
#define NEAR 0.025	/* a link that is offered all that it has is idle at times: 100 us are 390 packets, give or take the root of that */


/* The links of each flow, by the index of its source. */
typedef struct flows {
	uint32_t count, links[MOST_NODES], link[MOST_NODES][64];
} flows;

static flows all;

static const char *
rows(const machine *m, const char *name)
{
	return xprintf("job,nodes,pattern,load,duration_s,warmup_s,node_list\nj,%u,%s,1,100e-6,60e-6,0-%u\n", m->nodes, name, m->nodes - 1);
}

/* The bandwidth of a link in nodes' links. */
static double
width(const machine *m, uint32_t link)
{
	return (double)m->speeds[m->speed_of[link]].bits_per_s / (double)m->speeds[m->speed_of[m->router_links]].bits_per_s;
}

static void
find_flows(const network *n, const endpoints *e)
{
	all.count = 0;
	for (uint32_t v = 0; v < e->nodes; v++) {
		uint32_t to = e->pattern->target(e, v, 0);

		if (to == v)
			continue;
		all.links[all.count] = way(n, e->node[v], e->node[to], all.link[all.count]);
		all.count++;
	}
}

static bool
leads_over(uint32_t flow, uint32_t link)
{
	for (uint32_t k = 0; k < all.links[flow]; k++)
		if (all.link[flow][k] == link)
			return true;
	return false;
}

/* How many of the flows that are not `out` lead over each link. */
static void
count_users(const machine *m, const bool *out, uint32_t *users)
{
	for (uint32_t i = 0; i < m->links; i++)
		users[i] = 0;
	for (uint32_t f = 0; f < all.count; f++)
		for (uint32_t k = 0; k < all.links[f] && !out[f]; k++)
			users[all.link[f][k]]++;
}

/* The link that has least for each of its users, if that is less than 1, else NONE. */
static uint32_t
fullest(const machine *m, const uint32_t *users, const double *room, double *share)
{
	uint32_t at = NONE;

	*share = 1;
	for (uint32_t i = 0; i < m->router_links; i++)
		if (users[i] && room[i] / users[i] < *share - 1e-9) {
			*share = room[i] / users[i];
			at = i;
		}
	return at;
}

/* The mean rate if the fullest link is shared out among its flows, then the next one among the rest; one that is `shared` has less left
 * then by what flows that are out have of it. */
static double
fill(const machine *m, bool shared)
{
	double *room = xcalloc(m->links, sizeof *room), sum = 0, share;
	uint32_t *users = xcalloc(m->links, sizeof *users), at;
	bool out[MOST_NODES] = { false };

	for (uint32_t i = 0; i < m->links; i++)
		room[i] = width(m, i);
	do {
		count_users(m, out, users);
		at = fullest(m, users, room, &share);
		for (uint32_t f = 0; f < all.count; f++) {
			if (out[f] || (at != NONE && !leads_over(f, at)))
				continue;
			out[f] = true;
			sum += share;
			for (uint32_t k = 0; k < all.links[f] && shared; k++)
				room[all.link[f][k]] -= share;
		}
	} while (at != NONE);
	free(room);
	free(users);
	return sum / all.count;
}

static double fair(const machine *m) { return fill(m, true); }
static double bound(const machine *m) { return fill(m, false); }

/* Of what the nodes that send offer, the part that arrives. */
static double
accepted(const stage *s)
{
	const case_job *j = &s->run.job[0];
	double offered = (double)(j->stop - j->warm) * (double)s->machine->speeds[s->machine->speed_of[s->machine->router_links]].bits_per_s / 8e12 * all.count;

	return (double)j->payload / offered;
}

/* `known`: what theory says that the links can carry; 0: what is counted. */
static void
play(const char *spec, const char *name, double known)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	double most, shared, got;
	stage s;

	stage_open(&s, m, routing_find(m, "minimal"), 0, rows(m, name), false, PACKET);
	stage_next(&s);
	find_flows(&s.net, &s.run.job[0].endpoints);
	most = bound(m);
	shared = fair(m);
	stage_play(&s);
	got = accepted(&s);
	if (known != 0)
		ok(most > known - 1e-6 && most < known + 1e-6, "%s, %s: the links carry %.6g of what %u nodes offer, as theory says", spec, name, most, all.count);
	ok(got <= most * (1 + EDGE), "%s, %s: no more than %.4g is accepted: %.4g", spec, name, most, got);
	if (shared > most - 1e-6)
		ok(got >= most * (1 - NEAR), "%s, %s: and no less", spec, name);
	else
		printf("# fair shares would give %.4g\n", shared);
	stage_close(&s);
	machine_free(m);
}

int
main(void)
{
	/* HyperX: all p nodes of a router send to those of one other, and each dimension has one link to where they go.  Fat-trees carry
	 * shifts and reflections without a conflict under d-mod-k (Zahavi 2010), tapered ones over so many times fewer links.  On a ring of 8
	 * half of the way round, four go the same way over each link of every other; on a row of 8 all of a half cross its
	 * middle.  On dragonflies all a p nodes of a group have one link, on Slim Fly all p of a router. */
	static const struct { const char *spec; double complement, tornado, transpose, permutation; } known[] = {
		{ "expressmesh:k=4,gap=1,p=4", 1. / 4, 1. / 4, 1, 0 },
		{ "expressmesh:k=5x4,gap=1,p=3", 1. / 3, 1. / 3, 0, 0 },
		{ "expressmesh:k=4x4,gap=1,p=4", 1. / 4, 1. / 4, 0, 0 },
		{ "expressmesh:k=4x4,gap=1,p=2,bw=4Gb/s", 1. / 4, 1. / 4, 0, 0 },
		{ "expressmesh:k=3x3x3,gap=1,p=3", 0, 1. / 3, 0, 0 },
		{ "fattree:k=4,n=3", 1, 1, 0, 0 },
		{ "fattree:radix=8,pods=4", 1, 1, 0, 0 },
		{ "fattree:k=4,n=3,taper=2", 1. / 2, 1. / 2, 0, 0 },
		{ "mesh:k=8", 1. / 4, 0, 0, 0 },
		{ "torus:k=8x4", 1. / 2, 0, 0, 0 },
		{ "hypercube:n=6", 1, 1, 0, 0 },
		{ "dragonfly:g=9,a=4,p=2,h=2", 0, 1. / 8, 0, 0 },
		{ "slimfly:q=5,p=2", 0, 1. / 2, 0, 0 },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		play(known[i].spec, "bitcomplement", known[i].complement);
		play(known[i].spec, "tornado", known[i].tornado);
		play(known[i].spec, "transpose", known[i].transpose);
		play(known[i].spec, "permutation", known[i].permutation);
	}
	return done_testing();
}
