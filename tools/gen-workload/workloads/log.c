/* log -- the jobs of a log with a record a line, whatever its format, as one case.  The Standard Workload Format has a subcommand
 * of its own. */
#include <inttypes.h>
#include <string.h>

#include "gen-workload/log/options.h"
#include "gen-workload/log/readers.h"
#include "gen-workload/log/select.h"

enum { PARTITIONS = 8 };	/* that a message lists */

typedef struct log_reading {
	log_options common;
	swf_layout layout;
	regex *regex;
	const slurm_format *format;	/* one of these two; neither: as the log begins */
	const char *delimiter;
} log_reading;

/* --format: a table of Slurm, or an expression that is known. */
static void
set_log_format(const char *option, const char *name, void *to)
{
	log_reading *r = to;

	if (!set_preset(name, &r->regex))
		set_format(option, name, &r->format);
}

static const cli_option swf_own[] = {
	{ "field", "NAME=N", "field NAME of the format is the N-th in this log; may be given several times", set_field,
		offsetof(log_reading, layout) },
	{ 0 }
};
static const cli_option log_own[] = {
	{ "regex", "REGEX", "matches a record; its named groups are the fields", set_regex, offsetof(log_reading, regex) },
	{ "format", "sacct|squeue|batsim|pbs|lsf|alcf", "the log is what this program of Slurm wrote, a table with its header or JSON, a workload of Batsim, the accounting of PBS or LSF, or Argonne's CSV [as it begins]",
		set_log_format, 0 },
	{ "shared", "pack|whole|drop", "jobs that have nodes together: what a node holds is one job, each has its nodes whole, they are left out [pack]", set_shared, offsetof(log_reading, common.shared) },
	{ "delimiter", "TEXT", "format: what stands between the columns [as the header has it]", NULL,
		offsetof(log_reading, delimiter), .quantity = { VALUE_TEXT, .must = "a character or several" } },
	{ 0 }
};
/* What goes together of the options of both, behind that of those of log. */
static const cli_rule log_rules[] = {
	{ "regex", NULL, "format", "--regex and --format: give one of them" },
	{ "delimiter", "format=sacct|squeue|batsim", NULL, "--delimiter goes with --format" },
	{ "min-jobs", "at=fullest", NULL, "--min-jobs goes with --at fullest" },
	{ "resample", NULL, "at", "--resample makes a period, --at asks for one moment: give one of them" },
	{ "unfinished", NULL, "at resample", "--unfinished: goes with a whole log, not with --at or --resample" },
	{ "resample-span resample-length", "resample", NULL, "--%s goes with --resample" },
	{ "mix-shares mix-cores", "mix", NULL, "--mix-shares and --mix-cores go with --mix" },
	{ "modes-for", "modes", NULL, "--modes-for goes with --modes" },
	{ "dims-order", NULL, "at", "--dims-order: with --at no grids are written" },
	{ 0 }
};
static const log_reading usual = { .common.common.size[BYTES].drawn = true, .layout = SWF_STANDARD };
static const cli_option_group groups[] = {
	{ log_settings, 0 },
	{ modes_settings, offsetof(log_options, modes) },
	{ shares_settings, offsetof(log_options, shares) },
	{ mix_settings, offsetof(log_options, mix) },
	{ closed_settings, offsetof(log_options, common) },
	{ 0 }
};

/* Say how many jobs each partition or queue has, where there are several and no --match chose. */
static void
say_partitions(const records *log, const job_filter *wanted)
{
	static const char *const title[] = { "partition", "queue", NULL };
	int64_t *jobs = xcalloc(log->jobs + 1, sizeof *jobs);
	names seen = { 0 };
	char *text = xstrdup("");
	const char *column = NULL;

	for (int i = 0; i < log->columns && !seen.count; i++)
		for (const char *const *t = title; *t; t++)
			for (size_t k = 0; k < log->jobs && strcmp(log->column[i], *t) == 0; k++) {
				column = *t;
				jobs[names_add(&seen, records_cell(log, &log->job[k], i), NULL)]++;
			}
	for (uint32_t i = 0; i < seen.count && i < PARTITIONS; i++)
		text = xappend(text, "%s%s %" PRId64, i ? ", " : "", *names_at(&seen, i) ? names_at(&seen, i) : "(none)", jobs[i]);
	if (seen.count > 1 && !wanted->count)
		warn("%s: jobs by %s: %s%s; --match %s=NAME takes one", log->file, column, text, seen.count > PARTITIONS ? ", and more" : "", column);
}

/* Write the jobs of the log that are wanted, or those of the moment asked for.  Of a log in another format than the Standard Workload
 * Format, say which partitions it has. */
static void
write_jobs(drawn_jobs *w, log_options *x, records *log, bool swf)
{
	interval *s;
	size_t n;

	modes_check(&x->modes, &w->capacity);
	records_report(log, !x->at.given);
	if (!swf)
		say_partitions(log, &x->wanted);
	s = select_jobs(x, log, w->capacity.nodes, &n);
	rows_write(w, x, log, s, n);
	sink_close(w->sink);
}

static void
write_swf(const cli *c, void *of)
{
	log_reading *x = of;
	drawn_jobs w;

	log_options_check(&x->common);
	jobs_open(&w, c, &x->common.common);
	write_jobs(&w, &x->common, swf_read(gzlines_open(c->file), &x->layout, &x->common.wanted), true);
}

/* Set the format of a log that no option names, by how the log begins.  None is set for the Standard Workload Format, nor for JSON, whose
 * reader sees whose it is.  What is no log that is known ends the tool with status 1. */
static void
recognize(log_reading *x, gzlines *in)
{
	const char *reader = gzlines_reader(in), *format = reader ? strstr(reader, "--format ") : NULL;
	size_t length;

	if (gzlines_look(in, "JSON") || gzlines_look(in, LOOKS_SWF))
		return;
	gzlines_expect(in, "a job log");
	if (!format)
		die(FAIL_DATA, "%s: %s", gzlines_name(in), gzlines_next(in, &length) ?
			"its beginning does not tell what log it is: --format or --regex says it" : "empty input");
	set_log_format("--format", format + strlen("--format "), x);
}

static void
write_log(const cli *c, void *of)
{
	log_reading *x = of;
	job_filter *wanted = &x->common.wanted;
	records *log;
	drawn_jobs w;
	gzlines *in;
	bool swf;

	log_options_check(&x->common);
	jobs_open(&w, c, &x->common.common);
	in = gzlines_open(c->file);
	if (!x->regex && !x->format)
		recognize(x, in);
	swf = !x->regex && !x->format && gzlines_look(in, LOOKS_SWF);
	if (x->regex)
		log = lines_read(in, x->regex, wanted, w.machine);
	else
		log = swf ? swf_read(in, &x->layout, wanted) : slurm_read(in, x->format, x->delimiter, wanted, w.machine);
	write_jobs(&w, &x->common, log, swf);
}

const subcommand subcommand_swf = { "swf", "the jobs of a Standard Workload Format log, or of one of its moments",
	"[FILE]", "The jobs of a Standard Workload Format log, plain or gzipped: all of them, or those of one moment.",
	.size = sizeof(log_reading), .defaults = &usual, .options = swf_own, .groups = groups, .rules = &log_rules[2], .run = write_swf };
const subcommand subcommand_log = { "log", "the jobs of any log with a record a line, by a regular expression, or of Slurm's sacct or squeue",
	"[FILE]", "The jobs of any log with a record a line, plain or gzipped: all of them, or those of one moment.",
	.size = sizeof(log_reading), .defaults = &usual, .options = log_own, .groups = groups, .rules = log_rules, .run = write_log };
