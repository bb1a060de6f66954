/* shares -- see shares.h. */
#include "gen-workload/log/options.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/logtime/logtime.h"
#include "lib/rng/rng.h"
#include "lib/stream/table.h"

enum { UNIT = 31 };		/* separates the cells of a key */
static const double least = 0.01;	/* a smaller share counts as none: such a job computes for longer than a question lasts */

static share_row
read_row(const table *t, const row *r, const int *column)
{
	share_row s = { cell_real(t, r, column[0], 0, 1, NAN), cell_real(t, r, column[1], 0, 1, NAN), cell_real(t, r, column[2], 0, 1, NAN) };

	if (s.low > s.share || s.share > s.high)
		table_bad(t, r, column[0], "must be between comm_share_low and comm_share_high");
	return s;
}

/* Read the file.  What is wrong in it ends the tool. */
static share_file *
read_file(const char *path)
{
	share_file *f = xcalloc(1, sizeof *f);
	table *t = table_open(path);
	int runs = table_need_hint(t, "runs", "as metrics estimate writes it");
	int column[] = { table_need(t, "comm_share"), table_need(t, "comm_share_low"), table_need(t, "comm_share_high") };
	bool added, any = false;
	row r;

	*f = (share_file){ .path = path };
	for (int i = 0; i < runs; i++)
		names_add(&f->column, t->name[i], NULL);
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
	return f;
}

/* PATTERN=X, or X for any other pattern. */
static void
take_share(const char *option, char *item, void *to)
{
	comm_shares *x = to;
	const pattern *only = read_only(option, &item);

	for (int i = 0; i < x->count; i++)
		if (x->item[i].only == only)
			die(FAIL_USAGE, "%s: '%s': one share %s%s", option, item, only ? "for " : "only", only ? only->name : "");
	if (x->count == MOST_ITEMS)
		die(FAIL_USAGE, "%s: at most %d shares", option, MOST_ITEMS);
	x->item[x->count].only = only;
	if (!read_real(item, 0, 1, &x->item[x->count++].share))
		die(FAIL_USAGE, "%s: '%s': must be a share from 0 to 1", option, item);
}

static void
set_shares(const char *option, const char *arg, void *to)
{
	comm_shares *x = to;

	x->count = 0;
	x->file = NULL;
	if (access(arg, R_OK) == 0 || !(strchr(arg, '=') || strchr("0123456789.+-,", *arg)))
		x->file = read_file(arg);
	else
		option_items(option, arg, take_share, x);
}

const cli_option shares_settings[] = {
	{ "comm-share", "X|FILE", "the share of communication in the runtime, for alloc --network; PATTERN=X for one pattern, several joined by ','; a table of metrics estimate [no column comm_share]", set_shares, 0 },
	{ "comm-share-from", "point|interval", "of a table: the share of the job's kind, or one drawn for the kind within its interval [point]", NULL,
		offsetof(comm_shares, from) },
	{ 0 }
};

void
shares_open(const comm_shares *x, const records *log)
{
	share_file *f = x->file;

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

/* What the file says of the job's kind, or of all others; *key is to be freed. */
static const share_row *
find_kind(const share_file *f, const records *log, const interval *s, char **key)
{
	uint32_t i;
	const share_row *is;

	*key = key_of(f, log, s);
	i = names_find(&f->key, *key);
	is = i == UINT32_MAX ? &f->all : &f->row[i];
	if (isnan(is->share))
		die(FAIL_DATA, "%s: the log that it is from tells no share%s: give --comm-share a number", f->path,
			is == &f->all ? " for other kinds of job" : "");
	return is;
}

bool
shares_known(const comm_shares *x, const records *log, const interval *s)
{
	char *key;
	bool known = find_kind(x->file, log, s, &key) != &x->file->all;

	free(key);
	return known;
}

static double
share_of_kind(const comm_shares *x, const records *log, const interval *s, uint64_t seed)
{
	char *key;
	const share_row *is = find_kind(x->file, log, s, &key);
	double share = x->from == FROM_INTERVAL ? draw_share(*is, seed, key) : is->share;

	free(key);
	return share < least ? 0 : share;
}

double
shares_of(const comm_shares *x, const records *log, const interval *s, const pattern *p, uint64_t seed)
{
	double any = NAN;

	if (x->file)
		return share_of_kind(x, log, s, seed);
	for (int i = 0; i < x->count; i++) {
		if (x->item[i].only == p)
			return x->item[i].share;
		if (!x->item[i].only)
			any = x->item[i].share;
	}
	return any;
}
