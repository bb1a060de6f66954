/* lines -- all-to-all within the rows, then within the columns, of a grid of tasks. */
#include "lib/pattern/closed/lines.h"

enum { X, Y };	/* along a row, along a column */

uint32_t
lines_phases(const traffic *t)
{
	return t->rounds ? t->dim[X] - 1 + t->dim[Y] - 1 : 2;
}

/* The direction of a phase, and in *round which of its rounds it is. */
static int
way(const traffic *t, uint32_t phase, uint32_t *round)
{
	uint32_t rows_end = t->rounds ? t->dim[X] - 1 : 1;

	*round = phase < rows_end ? phase : phase - rows_end;
	return phase < rows_end ? X : Y;
}

/* How many tasks the row or the column of a task has. */
static uint32_t
length(const traffic *t, int d, uint32_t task)
{
	uint32_t width = t->dim[X], full = t->tasks / width, rest = t->tasks % width;

	if (d == X)
		return task / width < full ? width : rest;
	return full + (task % width < rest);
}

uint32_t
lines_sends(const traffic *t, uint32_t phase, uint32_t task)
{
	uint32_t round, others = length(t, way(t, phase, &round), task) - 1;

	return t->rounds ? round < others : others;
}

message
lines_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	uint32_t round, extent, at, to;
	int d = way(t, phase, &round);

	extent = length(t, d, task);
	at = d == X ? task % t->dim[X] : task / t->dim[X];
	to = (uint32_t)(((uint64_t)at + 1 + (t->rounds ? round : k)) % extent);
	return (message){ d == X ? task - at + to : task - at * t->dim[X] + to * t->dim[X], phase, t->bytes };
}
