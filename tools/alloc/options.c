/* options -- see options.h. */
#include "alloc/options.h"

#include <stdlib.h>
#include <string.h>

#include "alloc/schedule.h"
#include "lib/cli/choices.h"
#include "lib/cli/option-values.h"

enum { OPT_POLICY = 256, OPT_ON_FULL, OPT_SCHEDULE, OPT_START, OPT_OVERRUN, OPT_SPEEDUP, OPT_RECONFIGURE, OPT_FRAGMENTS, OPT_LIST };
enum { PS_PER_US = 1000000 };

static const struct argp_option option_table[] = {
	{ "policy", OPT_POLICY, "NAME[:ARGUMENT]", 0, "How to choose nodes; required, --list shows the names", 0 },
	{ "schedule", OPT_SCHEDULE, "fcfs|easy|log", 0,
	  "Play the jobs of a case in time: first-come first-served, with EASY backfilling, or as log_start_s says [all coexist]", 0 },
	{ "start", OPT_START, "log", OPTION_HIDDEN, NULL, 0 },
	{ "overrun", OPT_OVERRUN, "keep|kill", 0, "A job whose runtime_s is longer than its walltime_s: runs on, or ends then [keep]", 0 },
	{ "speedup", OPT_SPEEDUP, "FILE", 0, "With a schedule: runtimes are shorter as this table says, by mode and nodes", 0 },
	{ "reconfigure", OPT_RECONFIGURE, "TIME", 0, "With a schedule: a job whose circuits must change runs so much later", 0 },
	{ "fragments", OPT_FRAGMENTS, "FILE", 0, "With a schedule: write which nodes are idle and of use to no job that waits", 0 },
	{ "on-full", OPT_ON_FULL, "error|skip", 0,
	  "A job that does not fit: stop, or warn and leave its node_list empty [error]", 0 },
	{ "list", OPT_LIST, NULL, 0, "Print the policies", 0 },
	{ 0 }
};

static const policy *
find_policy(const char *name)
{
	choice_list c = choices_begin(name, " ");
	char *more = xstrdup("");

	for (const policy *const *p = policies; *p; p++) {
		if (strcmp((*p)->name, name) == 0)
			return *p;
		choices_add(&c, (*p)->name);
		for (const char *const *a = (*p)->aliases; a && *a; a++) {
			if (strcmp(*a, name) == 0)
				return *p;
			choices_alias(&c, *a);
			more = xappend(more, ", and %s for %s", *a, (*p)->name);
		}
	}
	die(FAIL_USAGE, "unknown policy '%s'; %sknown: %s%s", name, choices_hint(&c), c.names, more);
}

/* NAME or NAME:ARGUMENT. */
static void
read_policy(options *o, const char *text)
{
	char *name = xstrdup(text), *colon = strchr(name, ':');

	if (colon)
		*colon = '\0';
	o->policy = find_policy(name);
	o->argument = colon ? colon + 1 : NULL;
	o->choice = xprintf("%s%s", o->policy->name, text + strlen(name));
	if (colon && !o->policy->argument)
		die(FAIL_USAGE, "policy '%s' takes nothing behind a ':'", o->policy->name);
	if (!colon && o->policy->argument && !o->policy->optional)
		die(FAIL_USAGE, "policy '%s' wants an argument, as %s:%s", name, name, o->policy->argument);
}

static const schedule *
find_schedule(const char *name)
{
	choice_list c = choices_begin(name, " ");

	for (const schedule *const *s = schedules; *s; s++) {
		if (strcmp((*s)->name, name) == 0)
			return *s;
		choices_add(&c, (*s)->name);
	}
	die(FAIL_USAGE, "unknown schedule '%s'; %sknown: %s", name, choices_hint(&c), c.names);
}

/* A time for circuits to change, in microseconds. */
static int64_t
read_delay(const char *text)
{
	int64_t ps;

	option_time("--reconfigure", text, &ps);
	if (ps % PS_PER_US != 0)
		die(FAIL_USAGE, "--reconfigure: '%s': must be whole microseconds", text);
	return ps / PS_PER_US;
}

static const char *
read_file_name(const char *option, const char *text)
{
	if (!*text || strcmp(text, "-") == 0)
		die(FAIL_USAGE, "--%s: '%s': must name a file", option, text);
	return text;
}

/* Options that need a schedule, or a policy that has to do with them. */
static void
check_schedule_options(const options *o)
{
	const char *lone = o->kill ? "overrun" : o->speedup ? "speedup" : o->reconfigure ? "reconfigure" : o->fragments ? "fragments" : NULL;

	if (lone && !o->schedule)
		die(FAIL_USAGE, "--%s: without --schedule no job ends", lone);
	if (o->speedup && policy_column(o->policy, "mode") < 0)
		die(FAIL_USAGE, "--speedup: policy '%s' has no column mode, by which the table goes", o->policy->name);
	if (o->reconfigure && !o->policy->reconfigures)
		die(FAIL_USAGE, "--reconfigure: policy '%s' changes no circuits", o->policy->name);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case OPT_POLICY:
		read_policy(o, arg);
		return 0;
	case OPT_SCHEDULE:
		o->schedule = find_schedule(arg);
		return 0;
	case OPT_START:
		die(FAIL_USAGE, "--start: is called --schedule now");
	case OPT_OVERRUN:
		o->kill = option_word("--overrun", arg, "keep|kill");
		return 0;
	case OPT_SPEEDUP:
		o->speedup = read_file_name("speedup", arg);
		return 0;
	case OPT_RECONFIGURE:
		o->reconfigure = true;
		o->delay = read_delay(arg);
		return 0;
	case OPT_FRAGMENTS:
		o->fragments = read_file_name("fragments", arg);
		return 0;
	case OPT_ON_FULL:
		o->skip = option_word("--on-full", arg, "error|skip");
		return 0;
	case OPT_LIST:
		o->list = true;
		return 0;
	case ARGP_KEY_END:
		if (!o->policy && !o->list)
			die(FAIL_USAGE, "--policy NAME is required; --list shows them");
		if (!o->list)
			check_schedule_options(o);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

void
options_read(options *o, int argc, char **argv)
{
	static const struct argp_child children[] = { { &cli_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp parser = {
		.options = option_table, .parser = parse, .args_doc = "--policy NAME [FILE]",
		.doc = "Choose the nodes of every job of a table; adds the columns alloc, start_s, node_list, and end_s with a schedule.",
		.children = children,
	};

	*o = (options){ 0 };
	cli_parse("alloc", &parser, argc, argv, &o->cli, o);
}

void
check_machine(const options *o, const machine *m)
{
	const policy *p = o->policy;
	char *wrong;

	if (p->kind && !kind_among(m, p->kind))
		die(FAIL_DATA, "policy '%s' is defined for machines of kind %s, not for '%s'", p->name, p->kind, m->spec);
	if (p->level && !machine_level(m, p->level))
		die(FAIL_DATA, "policy '%s' needs a machine with %ss, and '%s' has none", p->name, p->level, m->spec);
	wrong = p->check ? p->check(m, o->argument) : NULL;
	if (wrong)
		die(o->argument ? FAIL_USAGE : FAIL_DATA, "policy '%s' %s", o->choice, wrong);
}
