#include "alloc/time/agenda.h"

#include <string.h>

#include "lib/cli/cli.h"

const agenda_entry *
agenda_from(const agenda *a, int64_t time, uint32_t job)
{
	uint32_t low = 0, high = a->count;

	while (low < high) {
		uint32_t middle = (low + high) / 2;
		const agenda_entry *e = &a->item[middle];

		if (e->time < time || (e->time == time && e->job < job))
			low = middle + 1;
		else
			high = middle;
	}
	return a->item + low;
}

void
agenda_init(agenda *a, uint32_t jobs)
{
	*a = (agenda){ .item = xalloc((size_t)jobs + 1, sizeof *a->item), .time = xalloc((size_t)jobs + 1, sizeof *a->time) };
}

void
agenda_free(agenda *a)
{
	free_all(a->item, a->time);
}

void
agenda_add(agenda *a, uint32_t job, int64_t time, uint32_t nodes)
{
	agenda_entry *at = a->item + (agenda_from(a, time, job) - a->item);

	memmove(at + 1, at, (size_t)(a->item + a->count++ - at) * sizeof *at);
	*at = (agenda_entry){ time, job, nodes };
	a->time[job] = time;
}

void
agenda_remove(agenda *a, uint32_t job)
{
	agenda_entry *at = a->item + (agenda_from(a, a->time[job], job) - a->item);

	memmove(at, at + 1, (size_t)(a->item + --a->count - at) * sizeof *at);
}

uint32_t
agenda_first(const agenda *a)
{
	return a->count ? a->item->job : UINT32_MAX;
}

uint32_t
agenda_next(const agenda *a, uint32_t job)
{
	const agenda_entry *at = agenda_from(a, a->time[job], job + 1);

	return at < a->item + a->count ? at->job : UINT32_MAX;
}

uint64_t
agenda_sum(const agenda *a, int64_t time)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < a->count && a->item[i].time <= time; i++)
		sum += a->item[i].nodes;
	return sum;
}

int64_t
agenda_when(const agenda *a, uint64_t need)
{
	const agenda_entry *e = a->item;

	for (; need > e->nodes; e++)
		need -= e->nodes;
	return e->time;
}
