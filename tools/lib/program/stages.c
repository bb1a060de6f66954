#include "lib/program/stages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/stream/bounds.h"
#include "lib/stream/names.h"
#include "lib/stream/table.h"

typedef struct stage_row {
	uint32_t collective;
	int64_t bytes, ps;
} stage_row;

struct stage_table {
	char *path;
	names collectives;
	stage_row *row;		/* by collective and bytes */
	size_t rows, room;
};

ASCENDING_BY2(by_size, stage_row, collective, bytes)

stage_table *
stages_read(const char *path)
{
	stage_table *s = xcalloc(1, sizeof *s);
	table *t = table_open(path);
	int name = table_need(t, "collective"), bytes = table_need(t, "bytes"), us = table_need(t, "us");
	bool added;
	row r;

	s->path = xstrdup(path);
	while (table_next(t, &r)) {
		if (!word_among("allreduce reduce-scatter allgather alltoall broadcast reduce barrier gather scatter", r.cell[name]))
			table_bad(t, &r, name, "must be a collective, gather or scatter");
		s->row = xgrow(s->row, &s->room, s->rows + 1, sizeof *s->row);
		s->row[s->rows++] = (stage_row){ names_add(&s->collectives, r.cell[name], &added), cell_int(t, &r, bytes, 0, MOST_BYTES, 0),
			llround(cell_real(t, &r, us, 1e-6, 1e12, 0) * 1e6) };
	}
	qsort(s->row, s->rows, sizeof *s->row, by_size);
	for (size_t i = 1; i < s->rows; i++)
		if (s->row[i].collective == s->row[i - 1].collective && s->row[i].bytes == s->row[i - 1].bytes)
			die(FAIL_DATA, "%s: %s of %lld bytes is there twice", s->path, names_at(&s->collectives, s->row[i].collective),
				(long long)s->row[i].bytes);
	table_close(t);
	return s;
}

void
stages_free(stage_table *t)
{
	if (!t)
		return;
	names_free(&t->collectives);
	free_all(t->path, t->row, t);
}

int64_t
stages_time(const stage_table *t, const char *name, int64_t bytes)
{
	uint32_t number = names_find(&t->collectives, name);
	const stage_row *below = NULL, *above = NULL;

	for (const stage_row *r = t->row; r < t->row + t->rows; r++)
		if (r->collective == number && r->bytes <= bytes)
			below = r;
		else if (r->collective == number && !above)
			above = r;
	if (!below)
		return above ? above->ps : -1;
	if (!above)
		return below->bytes ? llround((double)below->ps * ((double)bytes / (double)below->bytes)) : below->ps;
	if (below->bytes == 0)
		return below->ps;
	return llround((double)below->ps * pow((double)above->ps / (double)below->ps,
		log((double)bytes / (double)below->bytes) / log((double)above->bytes / (double)below->bytes)));
}

void
stages_lack(const stage_table *t, const char *wanted)
{
	die(FAIL_DATA, "%s: must have rows of %s, as a part of this collective takes place inside nodes", t->path, wanted);
}
