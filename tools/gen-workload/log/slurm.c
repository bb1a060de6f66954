/* slurm -- a header that names the columns, and a record a line.
 *
 * With a delimiter a line is cut there; commas in quotes or brackets are none.  What squeue and sacct write without one stands in columns
 * of fixed widths, cut where they are too long: below the header sacct rules off each; squeue's own layout is flush right, so that a column
 * ends with the word in the header, and that of --Format flush left, so that it begins there. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/log/fields.h"
#include "gen-workload/log/readers.h"
#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/json/json.h"
#include "lib/stream/gzlines.h"

#define JSON_DELIMITER "\x1f"	/* between the columns of JSON */

enum { STATE = MEANINGS, HOSTS, COLUMNS, OTHERS = 7 };

/* A column: what a header calls it, a blank between: the first of these that is there; and where a job has it in JSON (lib/json). */
typedef struct slurm_column {
	const char *titles, *paths;
	enum { JSON_TEXT, JSON_TIME, JSON_MINUTES } kind;	/* a time of 0 is none; minutes become MM:SS */
} slurm_column;

struct slurm_format {
	const char *name;
	bool live;		/* what is there now: it may have no times but how long a job has run */
	bool batsim;		/* it is always JSON, and has "profiles" */
	const char *const *wording;
	slurm_column column[COLUMNS + OTHERS];	/* OTHERS: of JSON, where a table's header names them */
};

static const char *const wording[ODDITIES] = {
	[ODD_UNMATCHED] = "left out: its fields are not those of the header",
	[ODD_PARTIAL] = "left out: steps of a job",
	[ODD_NO_RUNTIME] = "left out: runtime 0 or unknown",
};
static const char *const batsim_wording[ODDITIES] = {
	[ODD_NO_WAIT] = "of a workload, which start when submitted",
	[ODD_NO_RUNTIME] = "left out: its profile is no delay, and how long it runs depends on Batsim's platform",
};

#define SLURM_OTHERS [COLUMNS] = { "Cluster", "cluster" }, { "User", "user association.user user_name" }, \
	{ "Account", "account association.account" }, { "Partition", "partition" }, { "QOS", "qos" }, { "JobName", "name" }, \
	{ "Constraints", "constraints features" }

enum { SACCT, SQUEUE, BATSIM };
static const slurm_format formats[] = {
	[SACCT] = { "sacct", .wording = wording, .column = {
		[JOB] = { "JobID JobIDRaw", "job_id" },
		[NODES] = { "NNodes AllocNodes ReqNodes", "allocation_nodes tres.allocated.node.count" },
		[PROCESSORS] = { "NCPUS AllocCPUS ReqCPUS", "tres.allocated.cpu.count required.CPUs" },
		[SUBMIT] = { "Submit", "time.submission", JSON_TIME }, [START] = { "Start", "time.start", JSON_TIME },
		[END] = { "End", "time.end", JSON_TIME }, [RUNTIME] = { "Elapsed ElapsedRaw" },
		[WALLTIME] = { "Timelimit TimelimitRaw", "time.limit", JSON_MINUTES }, [STATE] = { "State", "state.current" },
		[HOSTS] = { "NodeList", "nodes" }, SLURM_OTHERS } },
	[SQUEUE] = { "squeue", .live = true, .wording = wording, .column = {
		[JOB] = { "JOBID", "job_id" }, [NODES] = { "NODES", "node_count" }, [PROCESSORS] = { "CPUS", "cpus" },
		[SUBMIT] = { "SUBMIT_TIME", "submit_time", JSON_TIME }, [START] = { "START_TIME", "start_time", JSON_TIME },
		[END] = { "END_TIME", "end_time", JSON_TIME }, [RUNTIME] = { "TIME" },
		[WALLTIME] = { "TIME_LIMIT TIME_LIMI", "time_limit", JSON_MINUTES }, [STATE] = { "STATE ST", "job_state" },
		[HOSTS] = { "NODELIST NODELIST(REASON)", "nodes" }, SLURM_OTHERS } },
	[BATSIM] = { "batsim", .batsim = true, .wording = batsim_wording, .column = {
		[JOB] = { "JobID", "id" }, [NODES] = { "NNodes", "res" }, [SUBMIT] = { "Submit", "subtime" }, [RUNTIME] = { "Elapsed", "elapsed" },
		[WALLTIME] = { "Timelimit", "walltime" }, [COLUMNS] = { "profile", "profile" } } },
};

/* What a job of a state has to do with its nodes. */
typedef enum tenure { HAD, HAS, WAITS, HOLDS, AGAIN } tenure;	/* HOLDS: without running there; AGAIN: had, and then was put back into the
								 * queue */

/* Of two that a cut name may be, the first is meant. */
static const struct {
	const char *name, *code;
	tenure tenure;
} states[] = {
	{ "COMPLETED", "CD", HAD }, { "FAILED", "F", HAD }, { "CANCELLED", "CA", HAD }, { "TIMEOUT", "TO", HAD }, { "NODE_FAIL", "NF", HAD },
	{ "OUT_OF_MEMORY", "OOM", HAD }, { "PREEMPTED", "PR", HAD }, { "DEADLINE", "DL", HAD }, { "BOOT_FAIL", "BF", HAD },
	{ "LAUNCH_FAILED", "LF", HAD }, { "REQUEUED", "RQ", AGAIN }, { "REVOKED", "RV", HAD },
	{ "RUNNING", "R", HAS }, { "COMPLETING", "CG", HAS }, { "CONFIGURING", "CF", HAS }, { "STAGE_OUT", "SO", HAS },
	{ "SIGNALING", "SI", HAS }, { "RESIZING", "RS", HAS }, { "STOPPED", "ST", HAS },
	{ "PENDING", "PD", WAITS }, { "SUSPENDED", "S", HOLDS }, { "REQUEUE_FED", "RF", WAITS }, { "REQUEUE_HOLD", "RH", WAITS },
	{ "RESV_DEL_HOLD", "RD", WAITS }, { "SPECIAL_EXIT", "SE", WAITS },
};

/* When a table without dates was written: any time that leaves room for what ran before. */
static const int64_t now = (int64_t)100000000000 * LOG_SECOND;

typedef struct slurm_reading {
	const slurm_format *format;
	const char *given, *delimiter;	/* NULL: none; as the header has it */
	log_fields fields;	/* from the header on */
	int count;		/* of the fields */
	const char **name;	/* [count] */
	int at[COLUMNS];	/* which field that is; -1: there is none */
	size_t *cut;		/* [count], where a field begins; NULL: a delimiter says */
	bool trailing;		/* the delimiter stands behind the last field, too */
	bool minutes;		/* walltimes are in these */
	bool tres;		/* nodes are, as in "cpu=64,mem=4G,node=2" */
	char *header;		/* NULL before it */
	char *above;		/* the line in front, until then; NULL: none */
	long bare;		/* the first line that is a record without one; 0: none is */
	char *words;		/* what name[] points into */
	char *cluster;		/* as squeue -M says in a line of its own; NULL */
	const machine *machine;
} slurm_reading;

void
set_format(const char *option, const char *name, void *to)
{
	*(const slurm_format **)to = &formats[option_word(option, name, "sacct|squeue|batsim|pbs|lsf|alcf")];
}

/* --- JSON, as the table that the program would have written: a column a value, a line a job */

#ifdef HAVE_JANSSON
enum { DEEPEST = 16 };		/* profiles within profiles */

/* How long a profile of Batsim takes, in seconds: a delay, or a composition of such; -1: that depends on the platform. */
static double
delay_of(json_t *profiles, const char *name, int depth)
{
	json_t *p = name ? json_object_get(profiles, name) : NULL, *parts = json_object_get(p, "seq"), *part;
	json_t *times = json_find(p, "repeat nb repetition_count");
	const char *type = json_string_value(json_object_get(p, "type"));
	double all = 0, one;
	size_t i;

	if (type && json_is_number(json_object_get(p, "delay")))
		return json_number_value(json_object_get(p, "delay"));
	if (!type || (strcmp(type, "composed") != 0 && !strstr(type, "sequen")) || depth == DEEPEST || !json_array_size(parts))
		return -1;
	json_array_foreach(parts, i, part) {
		one = delay_of(profiles, json_string_value(part), depth + 1);
		if (one < 0)
			return -1;
		all += one;
	}
	all *= times ? json_number_value(times) : 1;
	json_object_set_new(p, "delay", json_real(all));	/* for whoever asks again */
	return all;
}

/* A job's cell of a column, to be freed. */
static char *
cell_of(json_t *job, const slurm_column *c)
{
	json_t *value = json_find(job, c->paths);
	char *word = json_word(value);

	if (c->kind == JSON_TIME && strcmp(word, "0") == 0)
		*word = '\0';
	if (c->kind == JSON_MINUTES && *word && strcmp(word, "UNLIMITED") != 0)
		word = xappend(word, ":00");
	for (char *at = word; (at = strpbrk(at, JSON_DELIMITER "\r\n"));)
		*at = ' ';
	return word;
}

/* A job's line; NULL: the header. */
static void
write_line(FILE *to, json_t *job, const slurm_format *format)
{
	const char *between = "";

	for (const slurm_column *c = format->column; c < format->column + COLUMNS + OTHERS; c++) {
		char *cell;

		if (!c->paths)
			continue;
		cell = job ? cell_of(job, c) : xprintf("%.*s", (int)strcspn(c->titles, " "), c->titles);
		fprintf(to, "%s%s", between, cell);
		free(cell);
		between = JSON_DELIMITER;
	}
	putc('\n', to);
}

/* Whose JSON it is. */
static const slurm_format *
json_format(json_t *root, json_t *jobs)
{
	if (json_is_object(json_object_get(root, "profiles")))
		return &formats[BATSIM];
	return &formats[json_object_get(json_array_get(jobs, 0), "job_state") ? SQUEUE : SACCT];
}

/* The jobs of the file `in`, which is closed, as lines of a table; a job's line is its place among them, from 1.  *of is the format, which
 * is found where it is NULL.  Ends the tool with status 1 when it has no list "jobs", or of Batsim no "profiles". */
static gzlines *
json_table(gzlines *in, const slurm_format **of)
{
	json_reader r = json_open(in);
	json_t *root = json_next(&r), *jobs = json_find(root, "jobs"), *profiles = json_object_get(root, "profiles"), *job;
	size_t length, i;
	char *text;
	FILE *to = xmemory_open(&text, &length);
	const slurm_format *format = *of ? *of : json_format(root, jobs);

	*of = format;
	if (!json_is_array(json_object_get(root, "jobs")) || format->batsim != json_is_object(profiles))
		die_at(r.file, 1, "this JSON is no log of %s: must have \"jobs\": [...]%s", format->batsim ? "Batsim" : "Slurm",
			format->batsim ? " and \"profiles\": {...}" : json_is_object(profiles) ? " alone; --format batsim reads Batsim's" : "");
	jobs = json_object_get(root, "jobs");
	write_line(to, NULL, format);
	json_array_foreach(jobs, i, job) {
		double delay = delay_of(profiles, json_string_value(json_object_get(job, "profile")), 0);

		if (delay >= 0)
			json_object_set_new(job, "elapsed", json_real(delay));
		write_line(to, job, format);
	}
	json_decref(root);
	json_close(&r);
	xmemory_close(to);
	return gzlines_of(r.file, text, length, 0);
}
#else
static gzlines *
json_table(gzlines *in, const slurm_format **of)
{
	(void)of;
	json_missing(gzlines_name(in));
}
#endif

/* --- tables */

static bool
blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Without the blanks around it. */
static char *
trim(char *s)
{
	size_t n;

	s += strspn(s, " \t");
	n = strlen(s);
	while (n > 0 && blank(s[n - 1]))
		n--;
	s[n] = '\0';
	return s;
}

/* The delimiter behind the field at `s`, NULL: none is.  A comma in a host list, or in quotes as CSV has them, is none. */
static char *
field_end(const slurm_reading *r, char *s)
{
	bool quoted = false, listed = false;

	if (strcmp(r->delimiter, ",") != 0)
		return strstr(s, r->delimiter);
	for (; *s && (quoted || listed || *s != ','); s++) {
		quoted ^= *s == '"';
		listed = *s == '[' || (listed && *s != ']');
	}
	return *s ? s : NULL;
}

/* Cut at the delimiters, into at most `most` fields; how many there are. */
static int
split(const slurm_reading *r, char *line, int most, const char **field)
{
	int n = 0;

	for (char *end; line; line = end, n++) {
		size_t length;

		end = field_end(r, line);
		if (end) {
			*end = '\0';
			end += strlen(r->delimiter);
		}
		line = trim(line);
		length = strlen(line);
		if (*r->delimiter == ',' && length > 1 && *line == '"' && line[length - 1] == '"') {
			line[length - 1] = '\0';
			line++;
		}
		if (n < most)
			field[n] = line;
	}
	return n;
}

/* Cut a line of fixed widths; false when a field reaches into the next. */
static bool
carve(const slurm_reading *r, char *line, size_t length, const char **field)
{
	for (int i = 1; i < r->count; i++)
		if (r->cut[i] < length && !blank(line[r->cut[i] - 1]) && !blank(line[r->cut[i]]))
			return false;
	for (int i = r->count - 1; i >= 0; i--) {
		size_t begin = r->cut[i] < length ? r->cut[i] : length;

		field[i] = trim(line + begin);
		if (begin > 0 && begin < length)	/* here the field in front ends */
			line[blank(line[begin]) ? begin : begin - 1] = '\0';
	}
	return true;
}

/* The words of a header without a delimiter, and where each field begins. */
static void
find_cuts(slurm_reading *r, char *line)
{
	bool flush_right = blank(*line);
	size_t most = strlen(line) / 2 + 1, end = 0;

	r->name = xcalloc(most, sizeof *r->name);
	r->cut = xcalloc(most, sizeof *r->cut);
	for (char *s = line + strspn(line, " \t"); *s; s += strspn(s, " \t")) {
		r->cut[r->count] = flush_right || r->count == 0 ? end : (size_t)(s - line);
		r->name[r->count++] = s;
		s += strcspn(s, " \t");
		end = (size_t)(s - line);
		if (*s)
			*s++ = '\0';
	}
}

/* The names above the runs of hyphens in `rule`, which are as wide as the fields. */
static void
find_ruled(slurm_reading *r, char *line, const char *rule)
{
	size_t most = strlen(rule), width, end = strlen(line);

	r->name = xcalloc(most, sizeof *r->name);
	r->cut = xcalloc(most, sizeof *r->cut);
	for (size_t at = strspn(rule, " "); at < end && (width = strspn(rule + at, "-")); at += width + strspn(rule + at + width, " ")) {
		if (at + width < end)
			line[at + width] = '\0';
		r->cut[r->count] = at;
		r->name[r->count++] = trim(line + at);
	}
}

static void
find_names(slurm_reading *r, char *line)
{
	int most = (int)strlen(line) + 1;

	r->name = xcalloc((size_t)most, sizeof *r->name);
	r->count = split(r, line, most, r->name);
	r->trailing = !*r->name[r->count - 1];
	r->count -= r->trailing;
}

/* What stands between the names of a header: one of these, or single blanks (squeue -o "%i %t"); NULL: they are above columns. */
static const char *
delimiter_of(const char *line, bool live)
{
	static const char *const known[] = { "|", ",", ";", "\t", "^" };

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strstr(line, known[i]))
			return known[i];
	return !live || blank(*line) || strstr(line, "  ") ? NULL : " ";
}

/* The first field of this name; -1 when there is none. */
static int
find_field(const slurm_reading *r, const char *name, size_t length)
{
	for (int i = 0; i < r->count; i++)
		if (strncasecmp(r->name[i], name, length) == 0 && !r->name[i][length])
			return i;
	return -1;
}

/* The field of the first of these titles, a blank between, that is there. */
static int
find_any(const slurm_reading *r, const char *titles)
{
	int found = -1;

	for (size_t n; found < 0 && titles && *titles; titles += n + (titles[n] == ' ')) {
		n = strcspn(titles, " ");
		found = find_field(r, titles, n);
	}
	return found;
}

static int
find_wanted(const void *reader, const char *name)
{
	const slurm_reading *r = reader;
	int i = find_field(r, name, strlen(name));

	if (i < 0)
		die(FAIL_USAGE, "--match: '%s': the header has no such column", name);
	return i;
}

/* What field i is called as a column of the job table; NULL: it becomes none. */
static char *
column_name(const slurm_reading *r, int i)
{
	char *name;

	for (int c = 0; c < COLUMNS; c++)
		if (r->at[c] == i && c != STATE)
			return NULL;
	if (!*r->name[i] || find_field(r, r->name[i], strlen(r->name[i])) != i)
		return NULL;
	name = xstrdup(r->name[i]);
	for (char *s = name; *s; s++)
		*s = (char)tolower((unsigned char)*s);
	if (fields_taken(name) || strcmp(name, log_meaning[JOB]) == 0 || strcmp(name, log_meaning[NODES]) == 0) {
		char *other = xprintf("log_%s", name);

		free(name);
		return other;
	}
	return name;
}

static void
open_log(slurm_reading *r, const job_filter *wanted)
{
	char **column = xcalloc((size_t)r->count + 1, sizeof *column);

	for (int i = 0; i < r->count; i++)
		column[i] = column_name(r, i);
	fields_init(&r->fields, wanted, r->machine, r->count, r->at, (const char *const *)column, r->at[HOSTS] >= 0);
}

/* Ends the tool when the header lacks all of the columns `a` (and `b`, `c`, or -1). */
static void
need(const slurm_reading *r, const char *file, long line, int a, int b, int c)
{
	const slurm_column *of = r->format->column;

	if (r->at[a] < 0 && (b < 0 || r->at[b] < 0) && (c < 0 || r->at[c] < 0))
		die(FAIL_DATA, "%s:%ld: the header has none of the columns %s%s%s%s%s", file, line, of[a].titles,
			b < 0 ? "" : " ", b < 0 ? "" : of[b].titles, c < 0 ? "" : " ", c < 0 ? "" : of[c].titles);
}

/* Read a line as the header, if it is one: it has the column of the job's number.  `rule` is the line below where that is one of hyphens,
 * else NULL. */
static void
read_header(slurm_reading *r, const gzlines *in, const char *line, const char *rule, job_filter *wanted)
{
	const char *file = gzlines_name(in);
	long number = gzlines_line(in) - (rule != NULL);
	char *copy;

	if (!strcasestr(line, "JobID"))
		return;
	copy = xstrdup(line);
	r->delimiter = r->given ? r->given : delimiter_of(line, r->format->live);
	if (rule)
		find_ruled(r, copy, rule);
	else if (r->delimiter && strstr(line, r->delimiter))
		find_names(r, copy);
	else if (r->format->live)
		find_cuts(r, copy);
	for (int c = 0; c < COLUMNS; c++)
		r->at[c] = find_any(r, r->format->column[c].titles);
	if (r->at[JOB] < 0) {
		free_all(copy, r->name, r->cut);
		r->name = NULL;
		r->cut = NULL;
		r->count = 0;
		return;
	}
	if (r->at[NODES] < 0 && !r->format->live) {
		r->at[NODES] = find_any(r, "AllocTRES ReqTRES");
		r->tres = r->at[NODES] >= 0;
	}
	if (r->at[HOSTS] < 0)	/* which says how many */
		need(r, file, number, NODES, PROCESSORS, -1);
	need(r, file, number, SUBMIT, START, r->format->live ? RUNTIME : -1);
	if (r->format->live)
		need(r, file, number, STATE, -1, -1);
	filter_resolve(wanted, find_wanted, r);
	r->header = xstrdup(line);
	r->words = copy;
	r->minutes = r->at[WALLTIME] >= 0 && strcasecmp(r->name[r->at[WALLTIME]], "TimelimitRaw") == 0;
	open_log(r, wanted);
	r->fields.log->unfinished = wanted->unfinished;
	r->fields.log->file = file;
	r->fields.log->wording = r->format->wording;
	r->fields.log->any_order = true;
	r->fields.log->since_1970 = !r->format->batsim && (r->at[SUBMIT] >= 0 || r->at[START] >= 0) ? 0 : UNKNOWN;
	if (r->at[HOSTS] >= 0 && !r->fields.log->named) {
		char *line_of = number ? xprintf(":%ld", number) : xstrdup("");	/* JSON has no line of a header */

		warn("%s%s: %s: the machine's nodes have no names, so log_node_list is left out", file, line_of, r->name[r->at[HOSTS]]);
		free(line_of);
	}
}

/* Which of the states a text is; -1: none. */
static int
state_of(const char *text)
{
	size_t n = strcspn(text, " +");

	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if ((strlen(states[i].code) == n && strncasecmp(states[i].code, text, n) == 0)
		    || (n >= 3 && strncasecmp(states[i].name, text, n) == 0))
			return (int)i;
	return -1;
}

/* What the job has to do with its nodes, as its state says ("CANCELLED by 1000", "CANCELLED+", "SUSPENDE", "CA"); HAD where it does not
 * say. */
static tenure
tenure_of(const slurm_reading *r, long line)
{
	const char *text = r->at[STATE] >= 0 ? r->fields.text[r->at[STATE]] : "";
	int state = state_of(text);

	if (state >= 0)
		return states[state].tenure;
	if (*text)
		records_unreadable(r->fields.log, line, r->name[r->at[STATE]], text);
	return HAD;
}

/* Correct what the fields say by the job's state, and by what Slurm means. */
static void
settle(const slurm_reading *r, log_record *record)
{
	tenure t = tenure_of(r, record->line);
	records *log = r->fields.log;

	if (r->minutes && record->walltime > 0)
		record->walltime *= 60;
	record->pending = t == WAITS;
	record->requeued = t == AGAIN;
	record->suspended = t == HOLDS;
	record->running = t == HAS && (r->format->live || record->end == UNKNOWN);
	if (r->at[STATE] < 0)
		record->running = record->start != UNKNOWN && r->at[END] >= 0 && record->end == UNKNOWN;
	if (!record->running)
		return;
	if (r->at[SUBMIT] < 0 && r->at[START] < 0)
		record->start = now - (record->runtime > 0 ? record->runtime : 0);
	if (record->start != UNKNOWN && record->runtime > 0 && record->start + record->runtime > log->now)
		log->now = record->start + record->runtime;
	record->runtime = record->end = UNKNOWN;
}

/* The nodes among trackable resources, which are cut behind them. */
static const char *
nodes_of(const char *resources)
{
	char *found = strstr(resources, "node=");

	if (!found)
		return "";
	found += strlen("node=");
	found[strcspn(found, ",")] = '\0';
	return found;
}

/* A line of which the fields have been found. */
static void
add_record(slurm_reading *r, long line)
{
	const char *name = fields_value(&r->fields, JOB), *hosts = r->at[HOSTS] >= 0 ? r->fields.text[r->at[HOSTS]] : "";
	records *log = r->fields.log;
	log_record record;

	if (name && strchr(name, '.')) {
		records_odd(log, ODD_PARTIAL, line);
		return;
	}
	if (r->tres)
		r->fields.text[r->at[NODES]] = nodes_of(r->fields.text[r->at[NODES]]);
	record = fields_record(&r->fields, line);
	record.cluster = r->cluster;
	settle(r, &record);
	if (*hosts == '(')	/* a reason for which it has none */
		hosts = "";
	if (fields_add(&r->fields, &record, hosts, r->at[HOSTS] >= 0 ? r->name[r->at[HOSTS]] : NULL) && name && strchr(name, '+'))
		records_odd(log, ODD_COMPONENT, line);
}

static void
read_line(slurm_reading *r, char *line, size_t length, long number)
{
	if (strlen(line) < length) {
		records_odd(r->fields.log, ODD_TORN, number);	/* a NUL */
		return;
	}
	if (!line[strspn(line, r->cut ? " \t-" : " \t")] || strcmp(line, r->header) == 0)
		return;
	if (r->cut ? carve(r, line, length, r->fields.text) : split(r, line, r->count, r->fields.text) == r->count + r->trailing)
		add_record(r, number);
	else
		records_odd(r->fields.log, ODD_UNMATCHED, number);
}

/* Is it a line in which squeue -M says of which cluster the next ones are? */
static bool
take_cluster(slurm_reading *r, char *line)
{
	static const char word[] = "CLUSTER: ";

	if (strncmp(line, word, sizeof word - 1) != 0)
		return false;
	free(r->cluster);
	r->cluster = xstrdup(trim(line + sizeof word - 1));
	return true;
}

/* Does a line without a header above it look like a job's: a number, and behind it a date or a state? */
static bool
is_record(const char *line)
{
	char *copy = xstrdup(line), *rest = copy, *word;
	bool dated, found = false;
	int64_t us;

	line += strspn(line, " ");
	while (isdigit((unsigned char)*line) && !found && (word = strsep(&rest, " |,\t^")))
		found = (read_when(word, &us, &dated) && dated) || state_of(word) >= 0;
	free(copy);
	return found;
}

/* A line in front of the header, or that. */
static void
seek_header(slurm_reading *r, const gzlines *in, const char *line, job_filter *wanted)
{
	if (!r->bare && is_record(line))
		r->bare = gzlines_line(in);
	if (r->above && *line == '-' && !line[strspn(line, " -")])
		read_header(r, in, r->above, line, wanted);
	else
		read_header(r, in, line, NULL, wanted);
	free(r->above);
	r->above = xstrdup(line);
}

static _Noreturn void
no_header(const slurm_reading *r, const gzlines *in)
{
	bool live = r->format->live;

	gzlines_expect(in, live ? "a table of squeue, or its --json" : "a table of sacct --parsable2, or its --json");
	if (r->bare && !gzlines_look(in, NULL))
		die_at(gzlines_name(in), r->bare, "a job, and no header above it: leave out %s",
			live ? "squeue's -h (--noheader)" : "sacct's -n (--noheader)");
	die(FAIL_DATA, "%s: no line is a header with the column JobID%s", gzlines_name(in),
		live ? "" : " and others behind a delimiter, as sacct --parsable2 writes it");
}

records *
slurm_read(gzlines *in, const slurm_format *format, const char *delimiter, job_filter *wanted, const machine *m)
{
	slurm_reading r = { .format = format, .given = delimiter, .machine = m };
	size_t length;
	char *line;

	if (gzlines_look(in, "JSON")) {
		in = json_table(in, &r.format);
		r.given = JSON_DELIMITER;
	} else if (r.format->batsim) {
		die(FAIL_DATA, "%s: must be a workload of Batsim, which is JSON", gzlines_name(in));
	}
	die_hint_not(r.format->name);
	while ((line = gzlines_next(in, &length))) {
		if (take_cluster(&r, line))
			continue;
		if (r.header)
			read_line(&r, line, length, gzlines_line(in));
		else
			seek_header(&r, in, line, wanted);
	}
	if (!r.header)
		no_header(&r, in);
	gzlines_close(in);
	records_end(r.fields.log, "a number of nodes, a submit time or start, and a runtime");
	return r.fields.log;
}
