/* agenda -- jobs in the order of a time (that of their end, that by which they must have left), or of their numbers, all times being 0.
 *
 * An array in order: moving those behind costs less than a tree would. */
#pragma once

#include <stdint.h>

typedef struct agenda_entry {
	int64_t time;
	uint32_t job, nodes;
} agenda_entry;

typedef struct agenda {
	agenda_entry *item;	/* [count] by time, then by job */
	int64_t *time;		/* [jobs] of each that is, or was, there */
	uint32_t count;
} agenda;

/* For jobs 0 … jobs-1. */
void agenda_init(agenda *a, uint32_t jobs);
void agenda_free(agenda *a);

/* A job that is not there; one that is. */
void agenda_add(agenda *a, uint32_t job, int64_t time, uint32_t nodes);
void agenda_remove(agenda *a, uint32_t job);

/* The entries from that time and number on, to a->item + a->count. */
const agenda_entry *agenda_from(const agenda *a, int64_t time, uint32_t job);

/* The first job, or the next one behind `job`; of equal times the lower number; UINT32_MAX when there is none. */
uint32_t agenda_first(const agenda *a);
uint32_t agenda_next(const agenda *a, uint32_t job);

/* The sum of the nodes of jobs whose time is at most `time`. */
uint64_t agenda_sum(const agenda *a, int64_t time);

/* The least time for which that sum is at least `need` (> 0), which it must be for some. */
int64_t agenda_when(const agenda *a, uint64_t need);
