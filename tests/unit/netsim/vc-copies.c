/* link: netsim */
/* vc-copies -- a routing with more channels than it needs: every packet takes the way that it takes anyhow, on the same
 * channels of some copy, and keeps to that copy; all copies are used, and equally. */
#include "unit/netsim/follow.h"

enum { WORDS = 8, WORD_STEP = 65536 / WORDS };	/* a word at least for each of up to 8 copies */

/* A step of a packet: the link, the channel in its copy, the copy. */
typedef struct step {
	uint32_t link;
	unsigned channel, copy;
} step;

/* All steps of all packets of one word. */
typedef struct steps {
	step *step;
	size_t count, room;
	uint64_t changes;	/* from copy to copy, where both links have as many */
	uint64_t used;		/* bits: what channels of links between routers */
} steps;

static unsigned
needs(const network *n, uint32_t link)
{
	int class = n->machine->class[link];

	return class == CLASS_NODE ? 1 : (unsigned)routing_channels(n->routing, n->machine, class);
}

static unsigned
copies(const network *n, uint32_t link)
{
	return network_channels(n, link) / needs(n, link);
}

static void
note(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	steps *t = context;
	unsigned need = needs(n, link), copy = s->channel_next / need;

	if (t->count == t->room)
		t->step = xrealloc(t->step, t->room = 2 * t->room + 1000, sizeof *t->step);
	t->step[t->count++] = (step){ link, s->channel_next % need, copy };
	if (copies(n, link) == copies(n, p->link) && p->hops > 1)
		t->changes += copy != p->channel / needs(n, p->link);
	if (n->machine->class[link] != CLASS_NODE)
		t->used |= 1u << s->channel_next;
}

/* On links of vcs channels, 0: as many as r needs. */
static steps
steps_of(const machine *m, const routing *r, int vcs, uint32_t word)
{
	steps t = { 0 };
	network n;

	if (!network_init(&n, m, r, vcs, 64))
		return t;
	for (uint32_t u = 0; u < m->nodes; u++)
		for (uint32_t v = 0; v < m->nodes; v++) {
			packet p = new_packet(&n, u, v);

			p.word = word;
			if (u != v)
				follow(&n, p, m->node_router[u], note, &t);
		}
	network_free(&n);
	return t;
}

static bool
same_ways(const steps *a, const steps *b)
{
	bool same = a->count == b->count;

	for (size_t i = 0; same && i < a->count; i++)
		same = a->step[i].link == b->step[i].link && a->step[i].channel == b->step[i].channel;
	return same;
}

static int
most_needed(const machine *m, const routing *r)
{
	int most = 0;

	for (int k = 1; k < m->classes; k++)
		if (routing_channels(r, m, k) > most)
			most = routing_channels(r, m, k);
	return most;
}

/* The routing alone and with vcs channels. */
static void
compare(const machine *m, const routing *r, int vcs)
{
	int most = most_needed(m, r);
	steps t = steps_of(m, r, 0, 0);
	uint64_t used = 0, changes = 0;
	bool same = t.count > 0;
	network n;

	if (vcs < most) {
		ok(!network_init(&n, m, r, vcs, 64), "%s on %s with %d channels: too few", r->name, m->spec, vcs);
		free(t.step);
		return;
	}
	for (uint32_t word = 0; word < WORDS * WORD_STEP; word += WORD_STEP) {
		steps u = steps_of(m, r, vcs, word);

		same &= same_ways(&t, &u);
		changes += u.changes;
		used |= u.used;
		free(u.step);
	}
	ok(same, "%s on %s with %d channels: the ways that it has with %d", r->name, m->spec, vcs, most);
	if (strcmp(r->name, "par") != 0)
		is_int((long)changes, 0, xprintf("%s on %s with %d channels: packets that change copies", r->name, m->spec, vcs));
	ok((used & t.used << (vcs / most - 1) * most) == t.used << (vcs / most - 1) * most,
		"%s on %s with %d channels: the last copy is used, too", r->name, m->spec, vcs);
	free(t.step);
}

/* Lanes are drawn by the lower half of the word, each as often. */
static void
copies_are_even(const char *spec, int vcs, uint32_t count)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	uint32_t drawn[MAX_CHANNELS] = { 0 }, least = UINT32_MAX, most = 0;
	network n;

	network_init(&n, m, routing_find(m, "minimal"), vcs, 64);
	for (uint32_t low = 0; low < 65536; low++) {
		packet p = new_packet(&n, 0, m->nodes - 1), q = p;

		p.word = low;
		q.word = low | 0xabcd0000;
		paths_next(&n.paths, &p.trip, 0);
		paths_next(&n.paths, &q.trip, 0);
		drawn[p.channel_next]++;
		most += p.channel_next != q.channel_next;
	}
	is_int(most, 0, xprintf("%s with %d channels: copies that depend on the upper half of the word", spec, vcs));
	for (uint32_t i = 0; i < MAX_CHANNELS; i++)
		if (drawn[i]) {
			count--;
			least = drawn[i] < least ? drawn[i] : least;
			most = drawn[i] > most ? drawn[i] : most;
		}
	ok(count == 0 && most - least <= 1, "%s with %d channels: each copy %u to %u times", spec, vcs, least, most);
	network_free(&n);
	machine_free(m);
}

int
main(void)
{
	static const char *const shape[] = {
		"mesh:k=3x3", "torus:k=3x4", "expressmesh:k=5x2,gap=2", "fattree:k=2", "slimfly:q=3,p=1", "dragonfly:g=5,a=2,p=1,h=2",
		"graph:links=tests/vectors/graph.links.csv,nodes=tests/vectors/graph.nodes.csv", NULL
	};

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		for (const routing *r = routings; r->name; r++)
			for (int vcs = 1; routing_serves(r, m) && !r->routes->escape && vcs <= MAX_CHANNELS; vcs++)
				compare(m, r, vcs);
		machine_free(m);
	}
	copies_are_even("torus:k=5", 6, 3);
	copies_are_even("mesh:k=5", 7, 7);
	copies_are_even("slimfly:q=3,p=1", 8, 4);
	return done_testing();
}
