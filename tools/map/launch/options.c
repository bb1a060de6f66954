/* options -- the part of the command line that asks for a launcher's file. */
#include "map/launch/options.h"

#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "map/launch/launch.h"

enum { FORMAT = 0x400, HOSTS, JOB, CASE };

static const struct argp_option option_table[] = {
	{ "format", FORMAT, "FORMAT", 0, "Write a file for a launcher, of one job, and not the table: mpich-rank-order, rankfile, hostfile or nodelist", 0 },
	{ "hosts", HOSTS, "HOSTLIST", 0, "What the nodes of the machine, or of the job, are called, as nid[0001-0016]", 0 },
	{ "job", JOB, "NAME", 0, "--format: which job of the table", 0 },
	{ "case", CASE, "ID", 0, "--format: of which case", 0 },
	{ 0 }
};

static const launch_format *
find(const char *name)
{
	choice_list c = choices_begin(name, " ");

	for (const launch_format *const *p = launch_formats; *p; p++) {
		if (strcmp((*p)->name, name) == 0)
			return *p;
		choices_add(&c, (*p)->name);
	}
	die(FAIL_USAGE, "--format: '%s': unknown format; %sknown: %s", name, choices_hint(&c), c.names);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	launch_options *o = state->input;

	switch (key) {
	case FORMAT:
		o->format = find(arg);
		return 0;
	case HOSTS:
		o->hosts = arg;
		return 0;
	case JOB:
		o->job = arg;
		return 0;
	case CASE:
		o->case_ = arg;
		return 0;
	case ARGP_KEY_END:
		if (!o->format && (o->job || o->case_))
			die(FAIL_USAGE, "--%s: '%s': is for --format", o->job ? "job" : "case", o->job ? o->job : o->case_);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp launch_argp = { .options = option_table, .parser = parse };
