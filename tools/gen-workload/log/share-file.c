#include "gen-workload/log/share-file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/logtime/logtime.h"
#include "lib/rng/rng.h"
#include "lib/stream/table.h"

enum { UNIT = 31 };		/* separates the cells of a key */
static const double least = 0.01;	/* a smaller share counts as none: such a job computes for longer than a question about the network simulates */

static share_row
read_row(const table *t, const row *r, const int *column)
{
	share_row s = { cell_real(t, r, column[0], 0, 1, NAN), cell_real(t, r, column[1], 0, 1, NAN), cell_real(t, r, column[2], 0, 1, NAN) };

	if (s.low > s.share || s.share > s.high)
		table_bad(t, r, column[0], "must be between comm_share_low and comm_share_high");
	return s;
}

share_file *
share_file_read(const char *path)
{
	share_file *f = xcalloc(1, sizeof *f);
	table *t = table_open(path);
	int runs = table_need_hint(t, "runs", "as metrics estimate writes it");
	int column[] = { table_need(t, "comm_share"), table_need(t, "comm_share_low"), table_need(t, "comm_share_high") };
	bool added, any = false;
	row r;

	*f = (share_file){ .path = path };
	for (int i = 0; i < runs; i++)
		names_add(&f->column, t->name[i], &added);
	while (table_next(t, &r)) {
		char *key = xstrdup("");
		bool all = runs > 0;

		for (int i = 0; i < runs; i++) {
			key = xappend(key, "%s%c", r.cell[i], UNIT);
			all = all && strcmp(r.cell[i], "all") == 0;
		}
		if (all) {
			f->all = read_row(t, &r, column);
			any = true;
		} else {
			uint32_t i = names_add(&f->key, key, &added);

			if (!added)
				table_bad(t, &r, 0, "the same kind of job as a row before");
			f->row = xgrow(f->row, &f->room, (size_t)i + 1, sizeof *f->row);
			f->row[i] = read_row(t, &r, column);
		}
		free(key);
	}
	if (!any)
		die(FAIL_DATA, "%s: there is no row for all kinds of job", t->file);
	table_close(t);
	return f;
}

void
share_file_open(share_file *f, const records *log)
{
	f->at = xcalloc(f->column.count + 1, sizeof *f->at);
	for (uint32_t i = 0; i < f->column.count; i++) {
		const char *name = names_at(&f->column, i);

		f->at[i] = -1;
		for (int k = 0; k < log->columns; k++)
			if (strcmp(log->column[k], name) == 0)
				f->at[i] = k;
		if (f->at[i] < 0 && strcmp(name, "nodes") != 0 && strcmp(name, "walltime_s") != 0)
			die(FAIL_DATA, "%s: kinds of job are told by '%s', which the log does not say", f->path, name);
	}
}

/* The cells of a job, as a key. */
static char *
key_of(const share_file *f, const records *log, const interval *s)
{
	char *key = xstrdup("");

	for (uint32_t i = 0; i < f->column.count; i++)
		if (f->at[i] >= 0)
			key = xappend(key, "%s%c", records_cell(log, s->job, f->at[i]), UNIT);
		else if (strcmp(names_at(&f->column, i), "nodes") == 0)
			key = xappend(key, "%" PRIu32 "%c", s->nodes, UNIT);
		else if (s->job->walltime)
			key = xappend(key, "%.9g%c", log_seconds(s->job->walltime), UNIT);
		else
			key = xappend(key, "%c", UNIT);
	return key;
}

/* A share whose law is normal on each side of the point, with 95% within the interval (G. Fechner's). */
static double
draw_share(share_row s, uint64_t seed, const char *key)
{
	double z;
	rng r;

	rng_init(&r, seed, "comm-share", "", key);
	z = sqrt(-2 * log(1 - rng_unit(&r))) * cos(2 * M_PI * rng_unit(&r)) / 1.96;
	return fmin(fmax(s.share + z * (z < 0 ? s.share - s.low : s.high - s.share), 0), 1);
}

double
share_file_of(const share_file *f, const records *log, const interval *s, bool draw, uint64_t seed, bool *known)
{
	char *key = key_of(f, log, s);
	uint32_t i = names_find(&f->key, key);
	share_row is = i == UINT32_MAX ? f->all : f->row[i];
	double share = draw && !isnan(is.share) ? draw_share(is, seed, key) : is.share;

	*known = i != UINT32_MAX;
	free(key);
	if (isnan(share))
		die(FAIL_DATA, "%s: the log that it is from tells no share%s: give --comm-share a number", f->path, *known ? "" : " for other kinds of job");
	return share < least ? 0 : share;
}
