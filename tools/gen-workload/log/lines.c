/* lines -- one match a line. */
#include <string.h>

#include "gen-workload/log/fields.h"
#include "gen-workload/log/readers.h"
#include "lib/cli/cli.h"
#include "lib/hostlist/counted.h"
#include "lib/stream/gzlines.h"

/* Of LSF's lsb.acct: a text between quotes. */
#define TEXT " \"(?:[^\"]|\"\")*\""

/* Of a CSV file: a cell, with a name or without. */
#define CELL(name) "\"?(?<" name ">[^\",]*)\"?,"
#define OTHER "\"?[^\",]*\"?,"

/* Expressions for logs that are known. */
static const struct { const char *name, *regex; } presets[] = {
	{ "pbs", "(?J)^[^;]*;E;(?<job>[^;]*);(?=.*\\buser=(?<user>\\S+))(?=.*\\bqueue=(?<queue>\\S+))?(?=.*\\b(?:qtime|ctime)=(?<submit>\\d+))"
	"(?=.*\\bstart=(?<start>\\d+))(?=.*\\bend=(?<end>\\d+))"
	"(?:(?=.*\\bexec_host=(?<node_list>\\S+))|(?=.*\\bexec_vnode=(?<node_list>\\S+)))(?=.*\\bResource_List\\.nodect=(?<nodes>\\d+))?"
	"(?=.*\\bResource_List\\.walltime=(?<walltime>\\S+))?" },
	{ "lsf", "^\"JOB_FINISH\" \"[^\"]*\" (?<end>\\d+) (?<job>\\d+) \\d+ \\d+ (?<processors>\\d+) (?<submit>\\d+) \\d+ \\d+ (?:0|(?<start>\\d+))"
		" \"(?<user>[^\"]*)\" \"(?<queue>[^\"]*)\"(?:" TEXT "){9} \\d+(?:" TEXT ")* \\d+(?<node_list>(?:" TEXT ")*) "
		"(?:\\d+ [0-9.eE+]+(?:" TEXT "){2}(?: [-+.\\deE]+)+(?:" TEXT "){2} -?\\d+ \\d+(?:" TEXT "){2} (?:0|(?<array>\\d+)) )?" },
	{ "alcf", "(?J)^" OTHER "\"?(?<job>\\d+)\"?," OTHER CELL("submit") OTHER CELL("start") OTHER CELL("end") OTHER CELL("user")
		CELL("project") CELL("queue") CELL("walltime") CELL("runtime") CELL("nodes")
		OTHER OTHER OTHER "(?:\"(?<node_list>[^\"]*)\"|(?<node_list>[^\",]*))" },
};

static const char *const wording[ODDITIES] = {
	[ODD_NO_RUNTIME] = "left out: runtime 0 or unknown, and no start with an end after it",
};

typedef struct lines_reading {
	log_fields fields;	/* the groups */
	const regex *regex;
	int groups;
	int hosts, place;	/* the groups node_list and array; -1: there is none */
	char *held;		/* what they held in a line */
	size_t room;
} lines_reading;

#define NODE_LIST "node_list"	/* the group of a job's nodes */
#define ARRAY "array"		/* of its place in an array of jobs of one name */

static int
find_group(const void *x, const char *name)
{
	for (int i = 0; i < regex_groups(x); i++)
		if (strcmp(regex_group(x, i), name) == 0)
			return i;
	return -1;
}

static int
find_wanted(const void *x, const char *name)
{
	int i = find_group(x, name);

	if (i < 0)
		die(FAIL_USAGE, "--match: '%s': the expression has no such group", name);
	return i;
}

static bool
has(const regex *x, int m)
{
	return find_group(x, log_meaning[m]) >= 0;
}

void
set_regex(const char *option, const char *pattern, void *to)
{
	regex **field = to;
	const char *why;
	size_t offset;
	regex *x;

	if (*field)
		die(FAIL_USAGE, "%s is given twice: join them by |, groups of one name after (?J)", option);
	*field = x = regex_compile(pattern, false, &offset, &why);
	if (!x)
		die(FAIL_USAGE, "%s: '%s': %s, at offset %zu", option, pattern, why, offset);
	if (!has(x, NODES) && !has(x, PROCESSORS))
		die(FAIL_USAGE, "%s: '%s': needs a group (?<nodes>...) or (?<processors>...)", option, pattern);
	if (!has(x, SUBMIT) && !has(x, START))
		die(FAIL_USAGE, "%s: '%s': needs a group (?<submit>...) or (?<start>...)", option, pattern);
	if (!has(x, RUNTIME) && !(has(x, END) && (has(x, START) || has(x, WAIT))))
		die(FAIL_USAGE, "%s: '%s': needs a group (?<runtime>...), or (?<start>...) and (?<end>...)", option, pattern);
	for (int i = 0; i < regex_groups(x); i++)
		if (strcmp(regex_group(x, i), NODE_LIST) != 0 && fields_taken(regex_group(x, i)))
			die(FAIL_USAGE, "%s: a group '%s' would be a column that Hopline itself has", option, regex_group(x, i));
}

/* The preset that was taken; NULL: none was. */
static const char *preset_taken;

bool
set_preset(const char *name, regex **to)
{
	for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
		if (strcmp(presets[i].name, name) == 0) {
			set_regex("--format", presets[i].regex, to);
			preset_taken = presets[i].name;
			return true;
		}
	return false;
}

/* Copy what the groups held, a string each, so that they end where they end. */
static void
hold(lines_reading *r, const char *line, size_t length)
{
	size_t need = (size_t)r->groups * (length + 1) + 1;
	char *to;

	if (need > r->room) {
		r->room = 2 * need;
		r->held = xrealloc(r->held, r->room, 1);
	}
	to = r->held;
	for (int i = 0; i < r->groups; i++) {
		size_t n = 0;
		const char *s = regex_held(r->regex, i, line, &n);

		r->fields.text[i] = to;
		if (s)
			to = mempcpy(to, s, n);
		*to++ = '\0';
	}
}

static void
add_record(lines_reading *r, long line)
{
	log_record record = fields_record(&r->fields, line);
	counted_hosts hosts = hosts_counted(r->hosts >= 0 ? r->fields.text[r->hosts] : "");
	char *list = r->hosts >= 0 ? counted_list(&hosts) : NULL, *name = NULL;

	if (r->place >= 0 && *r->fields.text[r->place])
		record.name = name = xprintf("%s[%s]", record.name, r->fields.text[r->place]);
	fields_add(&r->fields, &record, list, NODE_LIST);
	free_all(list, name);
	counted_free(&hosts);
}

/* Find the groups that are understood; the others become columns. */
static void
assign(lines_reading *r, const job_filter *wanted, const machine *on)
{
	const char **column = xcalloc((size_t)r->groups + 1, sizeof *column);
	int meant[MEANINGS];

	for (int i = 0; i < r->groups; i++)
		column[i] = regex_group(r->regex, i);
	for (int m = 0; m < MEANINGS; m++) {
		meant[m] = find_group(r->regex, log_meaning[m]);
		if (meant[m] >= 0)
			column[meant[m]] = NULL;
	}
	r->hosts = find_group(r->regex, NODE_LIST);
	r->place = find_group(r->regex, ARRAY);
	if (r->hosts >= 0)
		column[r->hosts] = NULL;
	if (r->place >= 0)
		column[r->place] = NULL;
	fields_init(&r->fields, wanted, on, r->groups, meant, column, r->hosts >= 0);
	r->fields.log->wording = wording;
	r->fields.log->since_1970 = 0;
}

records *
lines_read(gzlines *in, const regex *x, job_filter *wanted, const machine *m)
{
	lines_reading r = { .regex = x, .groups = regex_groups(x) };
	records *log;
	const char *why;
	size_t length;
	char *line;

	filter_resolve(wanted, find_wanted, x);
	assign(&r, wanted, m);
	log = r.fields.log;
	log->file = gzlines_name(in);
	if (preset_taken)
		die_hint_not(preset_taken);
	if (r.hosts >= 0 && !log->named)
		warn("%s: the machine's nodes have no names, so log_node_list is left out", log->file);
	while ((line = gzlines_next(in, &length))) {
		long number = gzlines_line(in);

		if (strlen(line) < length) {
			records_odd(log, ODD_TORN, number);	/* a NUL */
		} else if (regex_find(x, line, &why)) {
			hold(&r, line, length);
			add_record(&r, number);
		} else if (why) {
			die(FAIL_DATA, "%s:%ld: --regex: %s", log->file, number, why);
		} else if (line[strspn(line, " \t")]) {
			records_odd(log, ODD_UNMATCHED, number);
		}
	}
	if (log->jobs == 0)
		gzlines_expect(in, "a log with a record a line, and --regex match it");
	gzlines_close(in);
	records_end(log, "nodes, a submit time or start, and a runtime");
	return log;
}
