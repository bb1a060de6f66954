/* parts -- a network divided among threads. */
#include "netsim/engine/parts.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "netsim/engine/credits.h"
#include "netsim/engine/waits.h"

enum {
	NOWHERE = UINT16_MAX,
	SOON = 8		/* credits ahead of the one that is taken in */
};

static uint32_t
ports_of(const machine *m, uint32_t router)
{
	return m->first[router + 1] - m->first[router];
}

/* The domain of the machine's largest level that has `count` domains at least, for each router with nodes; else the router itself. */
static uint32_t *
find_domains(const machine *m, uint32_t count)
{
	uint32_t *domain = xalloc(m->routers, sizeof *domain);
	const level *l = NULL;

	for (int i = 0; i < m->levels; i++)
		if (m->level[i].domains >= count)
			l = &m->level[i];
	memset(domain, 0xff, m->routers * sizeof *domain);
	for (uint32_t i = 0; i < m->interfaces; i++) {
		uint32_t v = node_of_interface(m, i);

		domain[m->interface_router[i]] = l ? l->of[v] : m->node_router[v];
	}
	return domain;
}

/* Routers with nodes, in the order of their numbers: a part is full when it has its share of their links, or each part behind it needs one
 * of the domains that are left. */
static void
share_out(const machine *m, parts *p)
{
	uint32_t *domain = find_domains(m, p->count), last = NONE, part = 0, left = 0;
	uint64_t all = 0, sum = 0;

	for (uint32_t r = 0; r < m->routers; r++) {
		if (domain[r] == NONE)
			continue;
		all += ports_of(m, r);
		left += domain[r] != last;
		last = domain[r];
	}
	last = NONE;
	for (uint32_t r = 0; r < m->routers; r++) {
		if (domain[r] == NONE)
			continue;
		if (domain[r] != last) {
			if (part + 1 < p->count && (sum * p->count >= all * (part + 1) || left < p->count - part))
				part++;
			left--;
		}
		last = domain[r];
		sum += ports_of(m, r);
		p->of[r] = (uint16_t)part;
	}
	free(domain);
}

/* The part that most links of a router lead to; ties go to the part with fewest routers; NOWHERE when there is none. */
static uint16_t
most_linked(const machine *m, const parts *p, uint32_t router, const uint32_t *routers, uint32_t *links)
{
	uint16_t best = NOWHERE;

	memset(links, 0, p->count * sizeof *links);
	for (uint32_t i = m->first[router]; i < m->first[router + 1]; i++)
		if (m->class[i] != CLASS_NODE && m->to[i] != NONE && p->of[m->to[i]] != NOWHERE)
			links[p->of[m->to[i]]]++;
	for (uint32_t k = 0; k < p->count; k++)
		if (links[k] && (best == NOWHERE || links[k] > links[best] || (links[k] == links[best] && routers[k] < routers[best])))
			best = (uint16_t)k;
	return best;
}

/* Routers without nodes join their neighbours, from these outwards; those that no link joins to any, the first part. */
static void
join_others(const machine *m, parts *p)
{
	uint32_t *routers = xcalloc(p->count, sizeof *routers), *links = xcalloc(p->count, sizeof *links), joined;
	uint16_t *next = xalloc(m->routers, sizeof *next);

	do {
		joined = 0;
		for (uint32_t r = 0; r < m->routers; r++) {
			next[r] = p->of[r] == NOWHERE ? most_linked(m, p, r, routers, links) : p->of[r];
			if (next[r] != p->of[r]) {
				joined++;
				routers[next[r]]++;
			}
		}
		memcpy(p->of, next, m->routers * sizeof *next);
	} while (joined);
	for (uint32_t r = 0; r < m->routers; r++)
		if (p->of[r] == NOWHERE)
			p->of[r] = 0;
	free_all(routers, links, next);
}

/* The least latency of a link that crosses the cut, or may when circuits join it. */
static int64_t
find_lookahead(const machine *m, const parts *p)
{
	int64_t least = NEVER;

	for (uint32_t i = 0; i < m->router_links; i++) {
		int64_t latency = m->speeds[m->speed_of[i]].latency;

		if (m->class[i] == CLASS_NODE || port_empty(m, i) || (m->to[i] != NONE && p->of[m->to[i]] == p->of[m->from[i]]))
			continue;
		if (latency < least)
			least = latency;
	}
	return least;
}

/* Is there no latency somewhere?  Then what a routing sees of queues, and what is counted at the end of a case, depends on the order of
 * simultaneous events in the whole machine. */
static bool
no_time(const machine *m)
{
	for (uint32_t i = 0; i < m->links; i++)
		if (m->speeds[m->speed_of[i]].latency == 0 && !port_empty(m, i))
			return true;
	return m->router_latency == 0;
}

void
parts_free(parts *p)
{
	for (uint32_t i = 0; i < p->count * p->count; i++)
		for (int turn = 0; turn < 2; turn++) {
			free_all(p->mail[turn][i].packet, p->mail[turn][i].credit);
		}
	free_all(p->mail[0], p->mail[1], p->part, p->of, p);
}

static uint32_t
routers_with_nodes(const machine *m)
{
	const level *routers = &m->level[0];
	uint32_t count = 0;

	for (uint32_t r = 0; r < routers->domains; r++)
		count += routers->first[r + 1] > routers->first[r];
	return count;
}

/* Is a node, or a domain, in two parts?  What happens in it takes effect at once. */
static bool
tears(const machine *m, const parts *p)
{
	for (uint32_t i = 0; i < m->interfaces; i++) {
		uint32_t v = node_of_interface(m, i), first = m->domain ? v - v % m->domain : v;

		if (p->of[m->interface_router[i]] != p->of[m->node_router[first]])
			return true;
	}
	return false;
}

parts *
parts_plan(const machine *m, uint32_t count, const char **why)
{
	uint32_t most = routers_with_nodes(m);
	parts *p;

	*why = no_time(m) ? "routers or some links take no time" : most < 2 ? "all nodes are at one router" : NULL;
	if (*why)
		return NULL;
	p = xcalloc(1, sizeof *p);

	p->count = count < most ? count : most;
	p->of = xalloc(m->routers, sizeof *p->of);
	memset(p->of, 0xff, m->routers * sizeof *p->of);
	p->part = xcalloc(p->count, sizeof(network *));
	for (int turn = 0; turn < 2; turn++) {
		p->mail[turn] = xlarge((size_t)p->count * p->count, sizeof(mail));
		memset(p->mail[turn], 0, (size_t)p->count * p->count * sizeof(mail));
	}
	share_out(m, p);
	join_others(m, p);
	if (tears(m, p)) {
		*why = m->domain ? "the nodes of a domain are at routers far apart" : "the interfaces of a node are at routers far apart";
		parts_free(p);
		return NULL;
	}
	p->lookahead = find_lookahead(m, p);
	return p;
}

void
parts_divide(network *n, parts *p)
{
	p->part[0] = n;
	n->parts = p->count;
	n->part = p->part;
	n->part_of = p->of;
	for (uint32_t i = 0; i < n->machine->links; i++)
		network_lead(n, i, port_of(n, i)->to);
	for (uint32_t k = 1; k < p->count; k++)
		p->part[k] = network_part(n, k);
	for (uint32_t k = 0; k < p->count; k++)
		parts_turn(p->part[k], p, 0);
}

void
parts_join(network *n, parts *p)
{
	for (uint32_t k = 1; k < p->count; k++)
		network_part_free(p->part[k]);
	n->parts = 1;
	n->part = NULL;
	n->part_of = NULL;
	for (uint32_t i = 0; i < n->machine->links; i++)
		network_lead(n, i, port_of(n, i)->to);
	parts_free(p);
}

void
parts_turn(network *n, const parts *p, unsigned turn)
{
	n->mail = &p->mail[turn][(size_t)n->number * p->count];
	n->sent = NEVER;
}

static void
receive_packet(network *n, const packet *from)
{
	uint32_t id = packet_new(n);
	packet *p = packet_of(n, id);

	*p = *from;
	p->foreign = 1;
	p->time = NEVER;
	__builtin_prefetch(&n->machine->to[p->link]);
	n->listeners.received(n, p);
	calendar_push(&n->calendar, id, from->time, p->link);
}

void
parts_receive(network *n, const parts *p, unsigned turn)
{
	for (uint32_t k = 0; k < p->count; k++) {
		mail *from = &p->mail[turn][(size_t)k * p->count + n->number];

		for (size_t i = 0; i < from->credits; i++) {
			const far_credit *c = &from->credit[i];

			if (i + SOON < from->credits)
				__builtin_prefetch(port_of(n, from->credit[i + SOON].link));
			credit_back(n, c->link, c->channel, c->bytes, c->time);
		}
		for (size_t i = 0; i < from->packets; i++)
			receive_packet(n, &from->packet[i]);
		from->credits = from->packets = 0;
	}
}

void
parts_collect(network *n)
{
	for (uint32_t k = 1; k < n->parts; k++) {
		network *p = part_at(n, k);
		const router_wait *w = &p->waits.longest;

		n->calendar.popped += p->calendar.popped;
		n->packets_sent += p->packets_sent;
		n->hops += p->hops;
		n->packets_alive += p->packets_alive;
		p->calendar.popped = p->packets_sent = p->hops = p->packets_alive = 0;
		n->waits.count += p->waits.count;
		n->waits.sum += p->waits.sum;
		if (w->wait > n->waits.longest.wait || (w->wait && w->wait == n->waits.longest.wait && waits_noted_before(w, &n->waits.longest)))
			n->waits.longest = *w;
		if (n->listeners.collect)
			n->listeners.collect(n, p);
	}
}
