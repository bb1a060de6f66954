#include "lib/pattern/peers.h"

#include <stdlib.h>

#include "lib/cli/ascending.h"

peers *
peers_new(traffic *t, uint32_t phases, size_t messages, bool sized)
{
	size_t lists = (size_t)t->tasks * phases;
	peers *p = t->peers = xcalloc(1, sizeof *p);

	p->phases = phases;
	p->first = xcalloc(lists + 1, sizeof *p->first);
	p->to = xalloc(messages, sizeof *p->to);
	p->bytes = sized ? xalloc(messages, sizeof *p->bytes) : NULL;
	p->awaited = xcalloc(lists, sizeof *p->awaited);
	return p;
}

void
peers_count(const traffic *t)
{
	const peers *p = t->peers;
	size_t lists = (size_t)t->tasks * p->phases;

	for (size_t i = 0; i < lists; i++)
		for (size_t k = p->first[i]; k < p->first[i + 1]; k++)
			p->awaited[(size_t)p->to[k] * p->phases + i % p->phases]++;
}

ASCENDING_BY(by_receiver, posting, to)

void
peers_post(traffic *t, uint32_t phases, uint32_t ways, posting *list, size_t n)
{
	size_t keys = (size_t)t->tasks * ways, *end = xcalloc(keys + 1, sizeof *end), begin = 0, kept = 0;
	posting *sorted = xalloc(n + 1, sizeof *sorted);
	peers *p = peers_new(t, phases, n, true);

	/* By task and way: when all are sorted those of key k end at end[k]. */
	for (size_t i = 0; i < n; i++)
		end[(size_t)list[i].from * ways + list[i].way + 1]++;
	for (size_t k = 0; k < keys; k++)
		end[k + 1] += end[k];
	for (size_t i = 0; i < n; i++)
		sorted[end[(size_t)list[i].from * ways + list[i].way]++] = list[i];
	for (size_t k = 0; k < keys; begin = end[k++]) {
		size_t from = kept;

		if (end[k] - begin > 1)
			qsort(sorted + begin, end[k] - begin, sizeof *sorted, by_receiver);
		for (const posting *m = sorted + begin; m < sorted + end[k]; m++) {
			bool same = kept > from && p->to[kept - 1] == m->to;

			p->to[kept - same] = m->to;
			p->bytes[kept - same] = m->bytes + (same ? p->bytes[kept - 1] : 0);
			kept += !same;
		}
		p->first[k / (ways / phases) + 1] = kept;
	}
	peers_count(t);
	free_all(sorted, end, list);
}

uint32_t
peers_sends(const peers *p, uint32_t phase, uint32_t task)
{
	const size_t *first = &p->first[(size_t)task * p->phases + phase];

	return (uint32_t)(first[1] - first[0]);
}

message
peers_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	const peers *p = t->peers;
	size_t at = p->first[(size_t)task * p->phases + phase] + k;

	return (message){ p->to[at], phase, p->bytes ? p->bytes[at] : t->bytes };
}

uint32_t
peers_receives(const peers *p, uint32_t phase, uint32_t task)
{
	return p->awaited[(size_t)task * p->phases + phase];
}

void
peers_free(peers *p)
{
	if (p)
		free_all(p->first, p->to, p->bytes, p->awaited, p);
}
