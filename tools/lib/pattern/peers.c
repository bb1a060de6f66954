/* peers -- see peers.h. */
#include "lib/pattern/peers.h"

#include <stdlib.h>

peers *
peers_new(traffic *t, uint32_t phases, size_t messages, bool sized)
{
	size_t lists = (size_t)t->tasks * phases;
	peers *p = t->state = xcalloc(1, sizeof *p);

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
	const peers *p = t->state;
	size_t lists = (size_t)t->tasks * p->phases;

	for (size_t i = 0; i < lists; i++)
		for (size_t k = p->first[i]; k < p->first[i + 1]; k++)
			p->awaited[(size_t)p->to[k] * p->phases + i % p->phases]++;
}

uint32_t
peers_phases(const traffic *t)
{
	return ((const peers *)t->state)->phases;
}

uint32_t
peers_sends(const traffic *t, uint32_t phase, uint32_t task)
{
	const peers *p = t->state;
	const size_t *first = &p->first[(size_t)task * p->phases + phase];

	return (uint32_t)(first[1] - first[0]);
}

message
peers_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	const peers *p = t->state;
	size_t at = p->first[(size_t)task * p->phases + phase] + k;

	return (message){ p->to[at], phase, p->bytes ? p->bytes[at] : t->bytes };
}

uint32_t
peers_receives(const traffic *t, uint32_t phase, uint32_t task)
{
	const peers *p = t->state;

	return p->awaited[(size_t)task * p->phases + phase];
}

void
peers_release(void *state)
{
	peers *p = state;

	if (!p)
		return;
	free(p->first);
	free(p->to);
	free(p->bytes);
	free(p->awaited);
	free(p);
}
