#include "alloc/time/agenda.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

#define NOBODY UINT32_MAX

/* The order of the heap: a bijection on 32 bits that scatters (the finalizer of MurmurHash3). */
static uint32_t
weight(uint32_t job)
{
	job = (job ^ job >> 16) * 0x85ebca6bU;
	job = (job ^ job >> 13) * 0xc2b2ae35U;
	return job ^ job >> 16;
}

static uint64_t
sum_of(const agenda *a, uint32_t job)
{
	return job == NOBODY ? 0 : a->job[job].sum;
}

static void
add_up(agenda *a, uint32_t job)
{
	agenda_entry *e = &a->job[job];

	e->sum = sum_of(a, e->left) + e->nodes + sum_of(a, e->right);
}

/* Does job i come before one with this time and number? */
static bool
before(const agenda *a, uint32_t i, int64_t time, uint32_t job)
{
	return a->job[i].time != time ? a->job[i].time < time : i < job;
}

/* Part a tree in what comes before (time, job) and the rest. */
static void
split(agenda *a, uint32_t tree, int64_t time, uint32_t job, uint32_t *low, uint32_t *high)
{
	if (tree == NOBODY) {
		*low = *high = NOBODY;
		return;
	}
	if (before(a, tree, time, job)) {
		split(a, a->job[tree].right, time, job, &a->job[tree].right, high);
		*low = tree;
	} else {
		split(a, a->job[tree].left, time, job, low, &a->job[tree].left);
		*high = tree;
	}
	add_up(a, tree);
}

/* Join two trees, all of the first before all of the second. */
static uint32_t
join(agenda *a, uint32_t low, uint32_t high)
{
	if (low == NOBODY || high == NOBODY)
		return low == NOBODY ? high : low;
	if (weight(low) > weight(high)) {
		a->job[low].right = join(a, a->job[low].right, high);
		add_up(a, low);
		return low;
	}
	a->job[high].left = join(a, low, a->job[high].left);
	add_up(a, high);
	return high;
}

void
agenda_init(agenda *a, uint32_t jobs)
{
	*a = (agenda){ .job = xalloc((size_t)jobs + 1, sizeof *a->job), .root = NOBODY };
}

void
agenda_free(agenda *a)
{
	free(a->job);
}

void
agenda_add(agenda *a, uint32_t job, int64_t time, uint32_t nodes)
{
	uint32_t low, high;

	a->job[job] = (agenda_entry){ .time = time, .nodes = nodes, .left = NOBODY, .right = NOBODY, .sum = nodes };
	split(a, a->root, time, job, &low, &high);
	a->root = join(a, join(a, low, job), high);
}

void
agenda_remove(agenda *a, uint32_t job)
{
	uint32_t low, self, high;

	split(a, a->root, a->job[job].time, job, &low, &high);
	split(a, high, a->job[job].time, job + 1, &self, &high);
	a->root = join(a, low, high);
}

uint32_t
agenda_first(const agenda *a)
{
	uint32_t i = a->root;

	while (i != NOBODY && a->job[i].left != NOBODY)
		i = a->job[i].left;
	return i;
}

uint32_t
agenda_next(const agenda *a, uint32_t job)
{
	uint32_t next = NOBODY;

	for (uint32_t i = a->root; i != NOBODY;)
		if (i == job || before(a, i, a->job[job].time, job)) {
			i = a->job[i].right;
		} else {
			next = i;
			i = a->job[i].left;
		}
	return next;
}

uint64_t
agenda_sum(const agenda *a, int64_t time)
{
	uint64_t sum = 0;

	for (uint32_t i = a->root; i != NOBODY;)
		if (a->job[i].time <= time) {
			sum += sum_of(a, a->job[i].left) + a->job[i].nodes;
			i = a->job[i].right;
		} else {
			i = a->job[i].left;
		}
	return sum;
}

int64_t
agenda_when(const agenda *a, uint64_t need)
{
	uint32_t i = a->root;

	for (;;) {
		const agenda_entry *e = &a->job[i];
		uint64_t low = sum_of(a, e->left);

		if (need <= low) {
			i = e->left;
		} else if (need <= low + e->nodes) {
			return e->time;
		} else {
			need -= low + e->nodes;
			i = e->right;
		}
	}
}
