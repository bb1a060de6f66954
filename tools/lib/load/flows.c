#include "lib/load/flows.h"

#include <stdlib.h>
#include <sys/param.h>

#include "lib/cli/cli.h"

/* Which messages count: those with the numbers next, next + step, … of all, a little to and fro. */
typedef struct sampling {
	uint64_t messages;	/* in all */
	uint64_t count;		/* messages that count */
	uint64_t taken, next;
	uint64_t seen;		/* messages of the tasks so far */
} sampling;

/* The number of the k-th that counts: somewhere in the k-th of `count` equal parts. */
static uint64_t
sampled(const sampling *s, uint64_t k)
{
	uint64_t first = (uint64_t)((double)s->messages * (double)k / (double)s->count);
	uint64_t end = (uint64_t)((double)s->messages * (double)(k + 1) / (double)s->count);
	uint64_t hash = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);

	hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	return end > first + 1 ? first + (hash ^ hash >> 32) % (end - first) : first;
}

static void
add(flows *f, uint32_t from, uint32_t to, double bytes)
{
	if (from == to)
		return;
	f->flow = xgrow(f->flow, &f->room, f->count + 1, sizeof *f->flow);
	f->flow[f->count++] = (flow){ from, to, bytes };
}

/* The messages of a task in a phase that count. */
static void
post(flows *f, const traffic *t, uint32_t phase, uint32_t task, uint32_t a_place, sampling *s)
{
	uint64_t end = s->seen + traffic_sends(t, phase, task);
	double stands_for = (double)s->messages / (double)s->count;

	while (s->taken < s->count && s->next < end) {
		message m = traffic_send(t, phase, task, (uint32_t)(s->next - s->seen));

		add(f, task / a_place, m.to / a_place, (double)m.bytes * stands_for);
		s->taken++;
		s->next = sampled(s, s->taken);
	}
	s->seen = end;
}

/* The most that one place sends or receives by the flows; with t, where a sample stands for all messages, too few a place: most messages
 * of a place, each as large as the mean. */
static double
busiest(const flows *f, uint32_t places, const traffic *t, uint32_t a_place, uint64_t messages)
{
	double *sends = xcalloc(places, sizeof *sends), *receives = xcalloc(places, sizeof *receives), bytes = 0, most = 0;

	for (size_t i = 0; i < f->count; i++) {
		bytes += f->flow[i].bytes;
		sends[f->flow[i].from] += t ? 0 : f->flow[i].bytes;
		receives[f->flow[i].to] += t ? 0 : f->flow[i].bytes;
	}
	for (uint32_t phase = 0; t && phase < traffic_phases(t); phase++)
		for (uint32_t i = 0; i < t->tasks; i++) {
			sends[i / a_place] += traffic_sends(t, phase, i);
			receives[i / a_place] += traffic_receives(t, phase, i);
		}
	for (uint32_t i = 0; i < places; i++)
		most = MAX(most, MAX(sends[i], receives[i]));
	free_all(sends, receives);
	return t ? most * bytes / (double)messages : most;
}

void
flows_init(flows *f, const traffic *t, uint32_t places, size_t most)
{
	uint32_t a_place = (t->tasks + places - 1) / places;
	sampling s = { 0 };

	*f = (flows){ 0 };
	for (uint32_t phase = 0; phase < traffic_phases(t); phase++)
		for (uint32_t i = 0; i < t->tasks; i++)
			s.messages += traffic_sends(t, phase, i);
	s.count = s.messages < most ? s.messages : most;
	s.next = s.count ? sampled(&s, 0) : 0;
	for (uint32_t phase = 0; s.count && phase < traffic_phases(t); phase++)
		for (uint32_t i = 0; i < t->tasks; i++)
			post(f, t, phase, i, a_place, &s);
	f->busiest = busiest(f, places, s.count < s.messages ? t : NULL, a_place, s.messages);
}

void
flows_among_all(flows *f, uint32_t places, size_t most)
{
	uint64_t pairs = (uint64_t)places * (places - 1);
	sampling s = { .messages = pairs, .count = pairs < most ? pairs : most };

	*f = (flows){ 0 };
	for (uint64_t k = 0; k < s.count; k++) {
		uint64_t pair = sampled(&s, k), from = pair / (places - 1), to = pair % (places - 1);

		add(f, (uint32_t)from, (uint32_t)(to + (to >= from)), 1);
	}
	f->busiest = busiest(f, places, NULL, 1, pairs);
}

void
flows_free(flows *f)
{
	free(f->flow);
}
