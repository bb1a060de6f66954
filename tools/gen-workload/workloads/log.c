/* log -- the jobs of a log with a record a line, whatever its format, as one case. */
#include "gen-workload/log/logged.h"
#include "gen-workload/log/loglines.h"
#include "gen-workload/log/slurm.h"
#include "gen-workload/workload.h"

typedef struct log_options {
	logged common;
	regex *regex;
	const slurm_format *format;	/* one of these two */
	const char *delimiter;
} log_options;

enum { OPT_REGEX = 0x100, OPT_FORMAT, OPT_DELIMITER };

static const struct argp_option flags[] = {
	{ "regex", OPT_REGEX, "REGEX", 0, "matches a record; its named groups are the fields", 0 },
	{ "format", OPT_FORMAT, "sacct|squeue", 0, "the log is a table that this program of Slurm wrote, with its header", 0 },
	{ "delimiter", OPT_DELIMITER, "TEXT", 0, "format: what stands between the columns [|]", 0 },
	{ 0 }
};

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	log_options *x = state->input;

	switch (option) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &x->common.common.cli;
		state->child_inputs[1] = &x->common;
		return 0;
	case OPT_REGEX:
		if (x->regex)
			die(FAIL_USAGE, "--regex is given twice: join them by |, groups of one name after (?J)");
		x->regex = loglines_compile(arg);
		return 0;
	case OPT_FORMAT:
		x->format = slurm_find(arg);
		return 0;
	case OPT_DELIMITER:
		if (!*arg)
			die(FAIL_USAGE, "--delimiter: '': must be a character or several");
		x->delimiter = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void
check(log_options *x)
{
	if (!x->regex && !x->format)
		die(FAIL_USAGE, "--regex is required, or --format");
	if (x->regex && x->format)
		die(FAIL_USAGE, "--regex and --format: give one of them");
	if (x->delimiter && !x->format)
		die(FAIL_USAGE, "--delimiter goes with --format");
	logged_check(&x->common);
}

static int
run(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &cli_argp, 0, NULL, 0 }, { &logged_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp parser = { flags, parse, "[FILE]",
		"The jobs of any log with a record a line, plain or gzipped: all of them, or those of one moment.",
		children, NULL, NULL };
	log_options x = { .common.common.drawn = true };
	cli *c = &x.common.common.cli;
	machine *m;
	joblog *log;

	cli_parse("gen-workload log", &parser, argc, argv, c, &x);
	check(&x);
	m = machine_of(c, NULL);
	log = x.regex ? loglines_read(c->file, x.regex, &x.common.wanted)
		: slurm_read(c->file, x.format, x.delimiter ? x.delimiter : "|", &x.common.wanted, m);
	logged_write(&x.common, m, log);
	match_free(&x.common.wanted);
	joblog_free(log);
	if (x.regex)
		regex_free(x.regex);
	machine_free(m);
	return 0;
}

const workload workload_log = { "log", "the jobs of any log with a record a line, by a regular expression, or of Slurm's sacct or squeue", run };
