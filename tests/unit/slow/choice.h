/* choice -- what routings choose, restated.
 *
 * valiant: by way of a random group other than source and destination; within a group, of a
 * random other router, on a Dragonfly+ of another spine; on Slim Fly, graphs and machines with broken parts of any router but these two
 * that has nodes; on lattices of any router,
 * straight on where that is one of these two.  ugal-l: one such candidate, at the source router; straight on iff
 * q_m H_m <= q_v H_v, with H the links of the path between routers and q the bytes that wait
 * in this router for its first link.  ugal-g: q summed over the whole of both paths. valiant-router and ugal-router: by way of any
 * router of the machine, H 1 straight on and else 2; straight on where its group is that of the source or the destination is
 * there. par: as ugal-l, asked again at each router of the source group.  Fat-trees, adaptive: on the way up the link for which the
 * fewest bytes wait; of those for which none wait, the one that is free soonest; of several any, at random; random-up: by way of a
 * random one of the lowest switches that have source and destination below them.  tago: of the circuits
 * on a shortest way a random one, against a random other one by the rule of ugal-l; in the last group, straight on against
 * one random router by the same rule.  tago-shortest and tago-all: a random circuit, of these or of all, and no more; within a group as
 * tago.
 *
 * ugal-output: ugal-router's H, a group's detours, and q what waits at the output: behind the crossbar for the channel that the packet
 * would take, where there are buffers there.  adaptive-local: by the detour if there is more than twice as much room.
 *
 * Of q_m a UGAL leaves out the bias, or all where it is no more than the threshold.  Where routers queue at their inputs q is the room
 * that the channels of a link have in use, and of a link to a node the bytes that have still to go out. */
#pragma once

#include "lib/machine/broken.h"
#include "lib/machine/kinds/dragonflyplus.h"
#include "lib/machine/kinds/fattree.h"
#include "lib/machine/kinds/rdragonfly.h"
#include "lib/route/dragonfly.h"
#include "netsim/engine/philox.h"
#include "unit/slow/slow.h"

/* Bytes that have still to go out on the link to a node, by the time that they take and the whole picoseconds of a byte. */
static int64_t
bytes_leaving(const slow *s, uint32_t link)
{
	int64_t left = s->link_state[link].free - s->now;

	return left > 0 ? left / (int64_t)(UINT64_C(8000000000000) / speed_of(s, link)->bits_per_s) : 0;
}

static int64_t
bytes_in(const pile *p)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < p->count; i++)
		sum += p->item[i].p.bytes;
	return sum;
}

static int64_t
bytes_waiting(const slow *s, uint32_t link)
{
	int64_t sum = 0;

	if (!s->router.input)
		return bytes_in(&s->link_state[link].waiting);
	for (unsigned v = 0; v < s->channels; v++)
		sum += s->link_state[link].taken[v] + bytes_in(&s->link_state[link].behind[v]);
	return sum + (to_node(s, link) ? bytes_leaving(s, link) : 0);
}

/* Bytes that wait at the output by which p's way from `router` by way of `via` begins. */
static int64_t
bytes_at_output(const slow *s, packet p, uint32_t router, uint32_t via)
{
	uint32_t link;

	p.via = via;
	link = paths_next(&s->paths, &p.trip, router);
	if (!s->router.input)
		return bytes_waiting(s, link);
	return s->router.output_buffer ? bytes_in(&s->link_state[link].behind[p.channel_next]) : bytes_leaving(s, link);
}

/* Bytes of a channel at the output by which p's straight way from `router` begins, or at its other end. */
static int64_t
room_at_output(const slow *s, packet p, uint32_t router)
{
	p.via = NONE;
	return s->router.output_buffer ? s->router.output_buffer : buffer_of(s, paths_next(&s->paths, &p.trip, router));
}

/* Walk p's way from `router` by way of `via`: how many links between routers (*links), how
 * many bytes wait, for the first link or for all, the one to the node included. */
static int64_t
bytes_on_way(const slow *s, packet p, uint32_t router, uint32_t via, bool whole, int64_t *links)
{
	int64_t sum = 0;
	uint32_t link;

	p.via = via;
	for (*links = 0;; ++*links) {
		link = paths_next(&s->paths, &p.trip, router);
		if (whole || *links == 0)
			sum += bytes_waiting(s, link);
		if (to_node(s, link))
			return sum;
		router = s->machine->to[link];
	}
}

static bool
is_kind(const slow *s, const char *name)
{
	return strcmp(s->machine->kind->name, name) == 0;
}

/* As draw_detour, on a Dragonfly+: a group that is neither, or at a leaf of the destination's group a spine that the minimal way does not
 * take. */
static uint32_t
draw_plus_detour(const slow *s, const packet *p, uint32_t router)
{
	const machine *m = s->machine;
	const dragonflyplus *d = m->shape;
	uint32_t count = 0, candidate[256], here = d->global.group[router], there = d->global.group[p->router];
	trip straight = p->trip;

	straight.via = NONE;
	if (here != there)
		for (uint32_t c = 0; c < d->global.g; c++) {
			if (c != here && c != there)
				candidate[count++] = c;
		}
	else if (router < d->all_leaves)
		for (uint32_t l = m->first[router] + d->global.p, way = paths_next(&s->paths, &straight, router); l < m->first[router + 1]; l++)
			if (l != way)
				candidate[count++] = m->to[l];
	return count ? candidate[(uint64_t)p->word * count >> 32] : NONE;
}

/* The group of a router. */
static uint32_t
group_of(const slow *s, uint32_t router)
{
	return is_kind(s, "dragonflyplus") ? ((const dragonfly *)s->machine->shape)->group[router] : router / ((const dragonfly *)s->machine->shape)->a;
}

/* A random detour: one of the groups that are neither this nor the destination's, or, when
 * these are one, of the routers that are neither this nor the destination's; NONE when there are none. */
static uint32_t
draw_detour(const slow *s, const packet *p, uint32_t router)
{
	const dragonfly *d = s->machine->shape;
	uint32_t here, there, count = 0, candidate[256], plane = s->machine->routers / s->machine->planes;

	if (!s->machine->searched && kind_among(s->machine, "mesh torus hypercube expressmesh")) {
		here = (uint32_t)((uint64_t)p->word * s->machine->routers >> 32);
		return here == router || here == p->router ? NONE : here;
	}
	if (is_kind(s, "dragonflyplus") && !s->machine->searched)
		return draw_plus_detour(s, p, router);
	if (s->machine->searched || kind_among(s->machine, "slimfly graph twistedtorus cubetorus")) {
		for (uint32_t c = 0; c < s->machine->routers; c++)
			if (c != router && c != p->router && c / plane == router / plane && s->machine->class[s->machine->first[c]] == CLASS_NODE && !router_broken(s->machine, c))
				candidate[count++] = c;
		return count ? candidate[(uint64_t)p->word * count >> 32] : NONE;
	}
	if (strstr(s->routing->name, "-router")) {
		here = (uint32_t)((uint64_t)p->word * s->machine->routers >> 32);
		return here / d->a == router / d->a || p->router / d->a == router / d->a || here == p->router ? NONE : here;
	}
	here = router / d->a;
	there = p->router / d->a;
	for (uint32_t i = 0; i < (here == there ? d->a : d->g); i++) {
		uint32_t c = here == there ? here * d->a + i : i;
		if (c != (here == there ? router : here) && c != (here == there ? p->router : there))
			candidate[count++] = c;
	}
	return count ? candidate[(uint64_t)p->word * count >> 32] : NONE;
}

/* The switch by way of which random-up goes, at the source: the candidates are all that have the height at which both ends come
 * together, and both below them. */
static uint32_t
draw_turn(const slow *s, const packet *p, uint32_t router)
{
	const fattree *t = s->machine->shape;
	uint32_t count = 0, candidate[256], height = t->height;

	for (uint32_t c = 0; c < s->machine->routers; c++) {
		if (!fattree_above(t, c, router) || !fattree_above(t, c, p->router) || t->at[c] > height)
			continue;
		if (t->at[c] < height)
			count = 0;
		height = t->at[c];
		candidate[count++] = c;
	}
	return candidate[(uint64_t)p->word * count >> 32];
}

/* How long a link is busy, or NEVER and the bytes that wait for it. */
static int64_t
load_of(const slow *s, uint32_t link)
{
	int64_t waiting = bytes_waiting(s, link), busy = s->link_state[link].free - s->now;

	if (waiting || (!s->router.input && s->link_state[link].waiting.count))	/* perhaps empty ones */
		return NEVER / 2 + waiting;
	return busy > 0 ? busy : 0;
}

/* The link up of a fat-tree's router that adaptive takes: a random one, if that is idle; else any of those with the least load. */
static uint32_t
link_up(const slow *s, const packet *p, uint32_t router)
{
	uint32_t up[256], best[256], count = 0, equals = 0;
	int64_t least = NEVER;

	for (uint32_t l = s->machine->first[router]; l < s->machine->first[router + 1]; l++)
		if (!to_node(s, l) && s->machine->to[l] > router)
			up[count++] = l;
	for (uint32_t i = 0; i < count; i++)
		least = load_of(s, up[i]) < least ? load_of(s, up[i]) : least;
	for (uint32_t i = 0; i < count; i++)
		if (load_of(s, up[i]) == least)
			best[equals++] = up[i];
	if (load_of(s, up[toss(p, router, count)]) == 0)
		return up[toss(p, router, count)];
	return best[toss(p, UINT32_MAX - router, equals)];
}

/* The links of p's group (0 … a*h-1) by which circuits lead to its destination's.  Those that a shortest way may take: if one
 * leads from the first router to the last, all that do; else those of the first router, then those that lead to
 * the last, by the link there; else all. */
static uint32_t
list_circuits(const machine *m, const packet *p, bool shortest, uint32_t *link)
{
	const rdragonfly *r = m->shape;
	uint32_t h = r->groups.h, links = r->groups.a * h, source = m->interface_router[p->from], count = 0;
	uint32_t from = source / r->groups.a * links, to = p->router / r->groups.a * links, first = source * h, last = p->router * h;

	for (uint32_t x = first; shortest && x < first + h; x++)
		if (r->far[x] != NONE && r->far[x] >= last && r->far[x] < last + h)
			link[count++] = x - from;
	if (count)
		return count;
	for (uint32_t x = first; shortest && x < first + h; x++)
		if (r->far[x] != NONE && r->far[x] >= to && r->far[x] < to + links)
			link[count++] = x - from;
	for (uint32_t y = last; shortest && y < last + h; y++)
		if (r->far[y] != NONE && r->far[y] >= from && r->far[y] < from + links)
			link[count++] = r->far[y] - from;
	if (count)
		return count;
	for (uint32_t x = from; x < from + links; x++)
		if (r->far[x] != NONE && r->far[x] >= to && r->far[x] < to + links)
			link[count++] = x - from;
	return count;
}

/* Of the bytes that wait for the straight way, those that count. */
static int64_t
counted_of(const slow *s, int64_t waiting)
{
	if (waiting <= s->router.threshold)
		return 0;
	return waiting > s->router.bias ? waiting - s->router.bias : 0;
}

/* The circuit of a packet in its first router. */
static uint32_t
draw_circuit(slow *s, const packet *p, uint32_t router)
{
	uint32_t link[256], count = list_circuits(s->machine, p, true, link), others = 0, word, first, second;
	int64_t near, far, links, links_far;

	first = link[(uint64_t)p->word * count >> 32];
	near = bytes_on_way(s, *p, router, s->machine->routers + first, false, &links);
	near = counted_of(s, near);
	count = list_circuits(s->machine, p, false, link);
	for (uint32_t i = 0; i < count; i++)
		if (link[i] != first)
			link[others++] = link[i];
	if (others == 0)
		return first;
	word = philox_word(s->route_key, p->word, p->hops);
	second = link[(uint64_t)word * others >> 32];
	far = bytes_on_way(s, *p, router, s->machine->routers + second, false, &links_far);
	if (near * links <= far * links_far)
		return first;
	s->detours++;
	return second;
}

static void
choose_tago(slow *s, parcel *q, uint32_t router)
{
	const dragonfly *d = s->machine->shape;
	packet *p = &q->p;
	uint32_t word = p->word, via;
	int64_t straight, around, links, links_around;

	if (router / d->a != p->router / d->a && strcmp(s->routing->name, "tago") != 0) {
		uint32_t link[256], count = list_circuits(s->machine, p, strcmp(s->routing->name, "tago-shortest") == 0, link);

		p->via = s->machine->routers + link[(uint64_t)p->word * count >> 32];
		q->detoured = true;
		return;
	}
	if (router / d->a != p->router / d->a) {
		if (router == s->machine->interface_router[p->from])
			p->via = s->machine->routers + draw_circuit(s, p, router);
		return;
	}
	if (p->hops > 1)
		p->word = philox_word(s->route_key, word, p->hops);
	via = draw_detour(s, p, router);
	p->word = word;
	q->detoured = true;	/* asked once */
	p->via = NONE;
	if (via == NONE)
		return;
	straight = bytes_on_way(s, *p, router, NONE, false, &links);
	straight = counted_of(s, straight);
	around = bytes_on_way(s, *p, router, via, false, &links_around);
	if (straight * links > around * links_around) {
		p->via = via;
		s->detours++;
	}
}

/* The head of p has come to `router`. */
static void
choose(slow *s, parcel *q, uint32_t router)
{
	const char *name = s->routing->name;
	packet *p = &q->p;
	bool par = strcmp(name, "par") == 0, whole = strcmp(name, "ugal-g") == 0;
	uint32_t source = s->machine->interface_router[p->from], via;
	int64_t straight, around, links, links_around;

	if (!s->routing->decision->targets || router == p->router || q->detoured)
		return;
	if (strncmp(name, "tago", 4) == 0) {
		choose_tago(s, q, router);
		return;
	}
	if (strcmp(name, "random-up") == 0) {
		p->via = draw_turn(s, p, router);
		q->detoured = true;
		return;
	}
	if (is_kind(s, "fattree") && strcmp(name, "adaptive") == 0) {
		p->via = fattree_above(s->machine->shape, router, p->router) ? NONE : link_up(s, p, router);
		return;
	}
	if (par) {
		if (group_of(s, router) != group_of(s, source))
			return;
	} else if (router != source) {
		return;
	}
	if (router != source)
		p->word = philox_word(s->route_key, p->word, p->hops);
	via = draw_detour(s, p, router);
	if (via == NONE)
		return;
	straight = bytes_on_way(s, *p, router, NONE, whole, &links);
	around = bytes_on_way(s, *p, router, via, whole, &links_around);
	if (strcmp(name, "ugal-output") == 0 || strcmp(name, "adaptive-local") == 0) {
		straight = bytes_at_output(s, *p, router, NONE);
		around = bytes_at_output(s, *p, router, via);
	}
	if (strcmp(name, "adaptive-local") == 0) {
		straight *= 2;	/* size - around > 2 (size - straight) */
		around += room_at_output(s, *p, router);
		links = links_around = 1;
	} else {
		straight = counted_of(s, straight);
	}
	if (strcmp(name, "ugal-router") == 0 || strcmp(name, "ugal-output") == 0) {
		links = 1;
		links_around = 2;
	}
	if (strncmp(name, "valiant", 7) != 0 && straight * links <= around * links_around)
		return;
	p->via = via;
	q->detoured = true;
	s->detours++;
}
