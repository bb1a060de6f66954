#include "alloc/time/speedup.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/stream/names.h"
#include "lib/stream/table.h"

enum { LEAST_SAVED = -1000 };	/* of the time: with the longest runtime that a cell may have, times still fit */

/* A row of the table. */
typedef struct speedup_gain {
	uint32_t mode;		/* its number */
	uint32_t nodes;
	double saved;		/* of the time in MPI */
	double share;		/* of that in the runtime */
	long line;
} speedup_gain;

struct speedup {
	char *file;
	names mode;
	speedup_gain *gain;		/* by mode, then by nodes: sizes of each mode */
	size_t gains, room;
	size_t sizes;
};

/* A cell that must have a number from `min` to `max`. */
static double
read_share(const table *t, const row *r, int column, double min, double max, const speedup_gain *g, const char *mode)
{
	if (!*cell_text(r, column))
		table_bad(t, r, column, "mode '%s' has no value for %" PRIu32 " nodes", mode, g->nodes);
	return cell_real(t, r, column, min, max, 0);
}

/* The columns of the table. */
typedef struct speedup_columns {
	int mode, nodes, saved, share;
} speedup_columns;

static void
read_gain(speedup *s, const table *t, const row *r, const speedup_columns *at)
{
	const char *mode = cell_text(r, at->mode);
	speedup_gain g = { .nodes = (uint32_t)cell_int(t, r, at->nodes, 1, UINT32_MAX, 0), .line = r->line };

	if (!*mode)
		table_bad(t, r, at->mode, "must name a mode");
	if (strcmp(mode, "small") == 0)
		table_bad(t, r, at->mode, "small jobs run as they do: no row may speak of them");
	if (g.nodes == 0)
		table_bad(t, r, at->nodes, "must be a number of nodes");
	g.saved = read_share(t, r, at->saved, LEAST_SAVED, HUGE_VAL, &g, mode);
	g.share = read_share(t, r, at->share, 0, 1, &g, mode);
	if (g.saved >= 1)
		table_bad(t, r, at->saved, "must be less than 1, the whole time");
	g.mode = names_add(&s->mode, mode, NULL);
	s->gain = xgrow(s->gain, &s->room, s->gains + 1, sizeof *s->gain);
	s->gain[s->gains++] = g;
}

ASCENDING_BY3(by_mode_and_nodes, speedup_gain, mode, nodes, line)

/* A mode has no row for as many nodes as that of another one. */
static _Noreturn void
lacks(const speedup *s, uint32_t mode, const speedup_gain *of)
{
	die(FAIL_DATA, "%s:%ld: mode '%s' has no row for %" PRIu32 " nodes, which mode '%s' has", s->file, of->line,
		names_at(&s->mode, mode), of->nodes, names_at(&s->mode, of->mode));
}

/* Every mode must have every size once: those of the first one, whose rows come first. */
static void
check_holes(speedup *s)
{
	size_t i;

	for (i = 1; i < s->gains; i++)
		if (s->gain[i].mode == s->gain[i - 1].mode && s->gain[i].nodes == s->gain[i - 1].nodes)
			die(FAIL_DATA, "%s:%ld: mode '%s' has %" PRIu32 " nodes already, on line %ld", s->file, s->gain[i].line,
				names_at(&s->mode, s->gain[i].mode), s->gain[i].nodes, s->gain[i - 1].line);
	for (i = 0; i < s->gains && s->gain[i].mode == 0; i++)
		s->sizes++;
	for (uint32_t mode = 1; mode < s->mode.count; mode++)
		for (size_t k = 0; k < s->sizes || (i < s->gains && s->gain[i].mode == mode); k++, i++) {
			const speedup_gain *first = k < s->sizes ? &s->gain[k] : NULL;
			const speedup_gain *mine = i < s->gains && s->gain[i].mode == mode ? &s->gain[i] : NULL;

			if (!mine || (first && first->nodes < mine->nodes))
				lacks(s, mode, first);
			if (!first || mine->nodes < first->nodes)
				lacks(s, 0, mine);
		}
}

speedup *
speedup_read(const char *path)
{
	speedup *s = xcalloc(1, sizeof *s);
	table *t = table_open(path);
	speedup_columns at = { table_need(t, "mode"), table_need(t, "nodes"), table_need(t, "time_saved"), table_need(t, "mpi_share") };
	row r;

	s->file = xstrdup(t->file);
	while (table_next(t, &r))
		read_gain(s, t, &r, &at);
	table_close(t);
	if (s->gains == 0)
		die(FAIL_DATA, "%s: has no rows", s->file);
	qsort(s->gain, s->gains, sizeof *s->gain, by_mode_and_nodes);
	check_holes(s);
	return s;
}

bool
speedup_saved(const speedup *s, const char *mode, uint32_t nodes, double *share)
{
	uint32_t number = names_find(&s->mode, mode);
	const speedup_gain *g;
	double part;
	size_t i = 0;

	if (number == UINT32_MAX)
		return false;
	g = &s->gain[number * s->sizes];
	while (i < s->sizes && g[i].nodes < nodes)
		i++;
	if (i == 0 || i == s->sizes || g[i].nodes == nodes) {
		g += i == s->sizes ? i - 1 : i;
		*share = g->saved * g->share;
		return true;
	}
	g += i - 1;
	part = log2((double)nodes / g[0].nodes) / log2((double)g[1].nodes / g[0].nodes);
	*share = (g[0].saved + part * (g[1].saved - g[0].saved)) * (g[0].share + part * (g[1].share - g[0].share));
	return true;
}
