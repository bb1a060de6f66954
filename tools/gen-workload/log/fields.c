#include "gen-workload/log/fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/pattern/pattern.h"
#include "lib/stream/lists.h"

const char *const log_meaning[MEANINGS] = {
	"job", "nodes", "processors", "submit", "start", "end", "wait", "runtime", "walltime"
};

/* Beside the columns that patterns bring. */
static const char *const taken[] = {
	"case", "rep", "workload", "class", "tasks", "pattern", "bytes", "iterations", "submit_s", "runtime_s", "walltime_s",
	"log_start_s", "log_node_list", "start_s", "end_s", "alloc", "node_list", "map", "task_nodes", "load", "duration_s",
	"warmup_s", "periodic", "compute_s", "random_stream", "mode", "groups", "group_nodes", "circuits", "resampled",
	NULL
};

/* What a log writes where it knows nothing. */
static const char *const nothing[] = {
	"", "-", "-1", "none", "unknown", "n/a", "null", "(null)", "unlimited", "partition_limit", "invalid", "not_set", "none assigned", NULL
};

bool
fields_taken(const char *name)
{
	for (int i = 0; taken[i]; i++)
		if (strcmp(name, taken[i]) == 0)
			return true;
	for (int i = 0; own_column(i); i++)
		if (strcmp(name, own_column(i)->name) == 0)
			return true;
	return false;
}

/* Does a log say nothing with this text: "", "None", "Unknown", …? */
static bool
says_nothing(const char *text)
{
	for (int i = 0; nothing[i]; i++)
		if (strcasecmp(text, nothing[i]) == 0)
			return true;
	return false;
}

void
fields_init(log_fields *f, const job_filter *wanted, const machine *m, int fields, const int *meant, const char *const *column,
	bool listed)
{
	const char **name = xcalloc((size_t)fields + 2, sizeof *name);

	*f = (log_fields){ .wanted = wanted };
	f->text = xcalloc((size_t)fields + 1, sizeof *f->text);
	f->rest = xcalloc((size_t)fields + 1, sizeof *f->rest);
	f->cell = xcalloc((size_t)fields + 2, sizeof *f->cell);
	memcpy(f->meant, meant, sizeof f->meant);
	for (int i = 0; i < fields; i++) {
		if (!column[i])
			continue;
		f->rest[f->columns] = i;
		name[f->columns++] = column[i];
	}
	if (listed)
		name[f->columns] = "log_node_list";
	f->log = records_new(f->columns + listed, name);
	free(name);
	node_names_add_all(&f->nodes.known, m);
	f->log->named = f->nodes.named = f->nodes.known.full.count > 0;
	if (listed)
		f->log->node_list = f->columns;
}

const char *
fields_value(const log_fields *f, int meaning)
{
	const char *s = f->meant[meaning] >= 0 ? f->text[f->meant[meaning]] : NULL;

	return s && !says_nothing(s) ? s : NULL;
}

/* A number, perhaps as Slurm shortens it: 1.5K is 1536. */
static bool
read_number(const char *s, double *n)
{
	static const char units[] = "KMGT";
	size_t digits = strcspn(s, units);
	char *copy = xprintf("%.*s", (int)digits, s);
	bool read = read_real(copy, 0, 1e15, n) && (!s[digits] || !s[digits + 1]);

	free(copy);
	if (read && s[digits])
		*n = ldexp(*n, 10 * (int)(1 + strchr(units, s[digits]) - units));
	return read && *n <= 1e15;
}

/* The value of a meaning: nodes or processors, a time, or a span. */
static int64_t
read_value(log_fields *f, int meaning, long line)
{
	const char *s = fields_value(f, meaning);
	bool dated;
	double n = 0;
	int64_t value = UNKNOWN;

	if (!s)
		return UNKNOWN;
	if (meaning == NODES || meaning == PROCESSORS) {
		if (read_number(s, &n))
			value = (int64_t)ceil(n);
		f->fraction |= floor(n) != n;
	} else if (meaning == SUBMIT || meaning == START || meaning == END) {
		read_when(s, &value, &dated);
	} else {
		read_span(s, &value);
	}
	if (value == UNKNOWN)
		records_unreadable(f->log, line, log_meaning[meaning], s);
	return value;
}

log_record
fields_record(log_fields *f, long line)
{
	const char *job = fields_value(f, JOB);

	f->fraction = false;
	snprintf(f->number, sizeof f->number, "%ld", line);
	for (int i = 0; i < f->columns; i++)
		f->cell[i] = f->text[f->rest[i]];
	return (log_record){
		.name = job ? job : f->number, .number = line, .line = line,
		.submit = read_value(f, SUBMIT, line), .start = read_value(f, START, line), .end = read_value(f, END, line),
		.wait = read_value(f, WAIT, line), .runtime = read_value(f, RUNTIME, line),
		.walltime = read_value(f, WALLTIME, line), .nodes = read_value(f, NODES, line),
		.processors = read_value(f, PROCESSORS, line), .cell = f->cell,
		.chosen = filter_all(f->wanted, f->text, f->log->file, line)
	};
}

/* --- nodes */

/* The hosts read last as a node list of the stream, in their order, which lives until the next list is written anywhere; NULL when the
 * machine does not have one of them, or has it twice in the list: *host is that one.  A machine whose nodes have no names has one more for
 * each new name. */
static const char *
list_hosts(log_nodes *l, const char **host)
{
	uint32_t n = 0;

	*host = NULL;
	l->found = xgrow(l->found, &l->found_room, l->hosts.count, sizeof *l->found);
	while (n < l->hosts.count && !*host) {
		const char *name = hostlist_at(&l->hosts, n);
		uint32_t v = l->named ? node_names_find(&l->known, name) : names_add(&l->known.full, name, NULL);

		if (v != NONE)
			l->seen = xgrow(l->seen, &l->seen_room, (size_t)v + 1, sizeof *l->seen);
		if (v == NONE || l->seen[v]) {
			*host = name;
		} else {
			l->seen[v] = 1;
			l->found[n++] = v;
		}
	}
	for (uint32_t i = 0; i < n; i++)
		l->seen[l->found[i]] = 0;
	return *host ? NULL : list_write(l->found, n, false);
}

/* The nodes of a record, whose list is *what, as the cell log_node_list has them, which lives until the next list is written anywhere;
 * their number, where it has none.  What is odd about them, ODDITIES when nothing is, and *what that is about. */
static record_oddity
find_nodes(log_nodes *l, log_record *record, const char **cell, const char **what)
{
	const char *text, *why;

	if (says_nothing(*what))
		return ODD_NO_LIST;
	l->hosts.count = 0;
	l->hosts.used = 0;
	if (!hostlist_read(&l->hosts, *what, &why) || !l->hosts.count)
		return ODD_UNREADABLE;
	if (record->nodes <= 0)
		record->nodes = l->hosts.count;
	if (record->nodes != l->hosts.count)
		return ODD_OTHER_LIST;
	text = list_hosts(l, what);
	if (!text)
		return ODD_STRANGE_NODE;
	*cell = text;
	return ODDITIES;
}

bool
fields_add(log_fields *f, log_record *r, const char *hosts, const char *title)
{
	records *log = f->log;
	record_oddity odd = ODDITIES;

	if (log->node_list >= 0) {
		f->cell[log->node_list] = "";
		odd = find_nodes(&f->nodes, r, &f->cell[log->node_list], &hosts);
	}
	if (!records_add(log, r))
		return false;
	if (f->fraction)
		records_odd(log, ODD_FRACTION, r->line);
	if (!log->named || odd == ODDITIES)
		return true;
	if (odd == ODD_UNREADABLE)
		records_unreadable(log, r->line, title, hosts);
	else if (odd == ODD_STRANGE_NODE)
		records_odd_one(log, odd, r->line, hosts);
	else
		records_odd(log, odd, r->line);
	return true;
}
