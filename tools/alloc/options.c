/* options -- see options.h. */
#include "alloc/options.h"

#include <math.h>
#include <string.h>

#include "alloc/schedule.h"
#include "lib/cli/choices.h"
#include "lib/cli/filter.h"
#include "lib/cli/option-values.h"
#include "lib/cli/units.h"

enum { OPT_POLICY = 256, OPT_ON_FULL, OPT_SCHEDULE, OPT_START, OPT_OVERRUN, OPT_SPEEDUP, OPT_RECONFIGURE, OPT_FRAGMENTS, OPT_NETWORK, OPT_REFERENCE, OPT_EVERY,
	OPT_SHARE, OPT_BUSY, OPT_TIMEOUT, OPT_AT_ONCE, OPT_LIST };
enum { PS_PER_US = 1000000, MOST_AT_ONCE = 1024 };

static const struct argp_option option_table[] = {
	{ "policy", OPT_POLICY, "NAME[:ARGUMENT]", 0, "How to choose nodes; required, --list shows the names", 0 },
	{ "schedule", OPT_SCHEDULE, "fcfs|easy|log", 0,
	  "Play the jobs of a case in time: first-come first-served, with EASY backfilling, or as log_start_s says [all coexist]", 0 },
	{ "start", OPT_START, "log", OPTION_HIDDEN, NULL, 0 },
	{ "overrun", OPT_OVERRUN, "keep|kill", 0, "A job whose runtime_s is longer than its walltime_s: runs on, or ends then [keep]", 0 },
	{ "speedup", OPT_SPEEDUP, "FILE", 0, "With a schedule: runtimes are shorter as this table says, by mode and nodes", 0 },
	{ "reconfigure", OPT_RECONFIGURE, "TIME", 0, "With a schedule: a job whose circuits must change begins to run this much later", 0 },
	{ "fragments", OPT_FRAGMENTS, "FILE", 0, "With a schedule: write how many nodes are idle although jobs wait", 0 },
	{ "network", OPT_NETWORK, "COMMAND", 0,
	  "With a schedule: ask this filter how fast jobs run together; it answers with iteration_time_s or comm_time_s", 0 },
	{ "network-reference", OPT_REFERENCE, "POLICY|own|log", 0,
	  "Where a job took its runtime_s: alone on the nodes that a policy gives it, on its own nodes or on log_node_list [simple]", 0 },
	{ "comm-share", OPT_SHARE, "X", 0, "The share of communication in a runtime where comm_share is empty, 0 to 1", 0 },
	{ "network-every", OPT_EVERY, "TIME", 0, "Ask at multiples of this time only [whenever other jobs run]", 0 },
	{ "network-busy", OPT_BUSY, NULL, 0, "In questions jobs communicate without a pause: an upper bound", 0 },
	{ "network-timeout", OPT_TIMEOUT, "TIME", 0, "The real time that an answer may take [1h]", 0 },
	{ "network-at-once", OPT_AT_ONCE, "N", 0, "Questions that are asked side by side, some of them ahead of time; 1: none ahead [as many as there are cores]", 0 },
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
static policy_choice
read_policy(const char *text)
{
	char *name = xstrdup(text), *colon = strchr(name, ':');
	policy_choice c;

	if (colon)
		*colon = '\0';
	c.policy = find_policy(name);
	c.argument = colon ? colon + 1 : NULL;
	c.name = xprintf("%s%s", c.policy->name, text + strlen(name));
	if (colon && !c.policy->argument)
		die(FAIL_USAGE, "policy '%s' takes nothing behind a ':'", c.policy->name);
	if (!colon && c.policy->argument && !c.policy->optional)
		die(FAIL_USAGE, "policy '%s' wants an argument, as %s:%s", name, name, c.policy->argument);
	return c;
}

/* POLICY, own or log. */
static policy_choice
read_reference(const char *text)
{
	if (strcmp(text, "own") == 0)
		return (policy_choice){ 0 };
	return read_policy(strcmp(text, "log") == 0 ? "as-logged" : text);
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

/* A time in whole microseconds: as read_time takes it, or read_period. */
static int64_t
read_whole(const char *option, const char *text, bool period)
{
	int64_t ps;

	if (period && (!read_period(text, &ps) || ps == 0))
		die(FAIL_USAGE, "%s: '%s': must be a time above 0, such as 6h", option, text);
	if (!period)
		option_time(option, text, &ps);
	if (ps % PS_PER_US != 0)
		die(FAIL_USAGE, "%s: '%s': must be whole microseconds", option, text);
	return ps / PS_PER_US;
}

static double
read_comm_share(const char *text)
{
	double share;

	if (!read_real(text, 0, 1, &share))
		die(FAIL_USAGE, "--comm-share: '%s': must be a number from 0 to 1", text);
	return share;
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
	const char *lone = o->kill ? "overrun" : o->speedup ? "speedup" : o->reconfigure ? "reconfigure" : o->fragments ? "fragments" :
		o->network.command ? "network" : NULL;

	if (lone && !o->schedule)
		die(FAIL_USAGE, "--%s: without --schedule no job ends", lone);
	if (o->speedup && policy_column(o->choice.policy, "mode") < 0)
		die(FAIL_USAGE, "--speedup: policy '%s' has no column mode, by which the table goes", o->choice.name);
	if (o->reconfigure && !o->choice.policy->reconfigures)
		die(FAIL_USAGE, "--reconfigure: policy '%s' changes no circuits", o->choice.name);
}

/* Options that need --network, or that it cannot go with. */
static void
check_network_options(const options *o)
{
	if (o->network.detail && !o->network.command)
		die(FAIL_USAGE, "%s: goes with --network", o->network.detail);
	if (o->network.command && o->speedup)
		die(FAIL_USAGE, "--network and --speedup: both say how fast jobs run; give one of them");
}

/* An option that goes with --network; false for another one. */
static bool
parse_network(int key, const char *arg, network_options *n)
{
	switch (key) {
	case OPT_REFERENCE:
		n->detail = "--network-reference";
		n->reference = read_reference(arg);
		return true;
	case OPT_SHARE:
		n->detail = "--comm-share";
		n->share = read_comm_share(arg);
		return true;
	case OPT_EVERY:
		n->detail = "--network-every";
		n->every = read_whole(n->detail, arg, true);
		return true;
	case OPT_BUSY:
		n->detail = "--network-busy";
		n->busy = true;
		return true;
	case OPT_TIMEOUT:
		n->detail = "--network-timeout";
		option_timeout(n->detail, arg, &n->timeout);
		return true;
	case OPT_AT_ONCE:
		n->detail = "--network-at-once";
		n->at_once = (int)option_int(n->detail, arg, 1, MOST_AT_ONCE);
		return true;
	default:
		return false;
	}
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
		o->choice = read_policy(arg);
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
		o->delay = read_whole("--reconfigure", arg, false);
		return 0;
	case OPT_FRAGMENTS:
		o->fragments = read_file_name("fragments", arg);
		return 0;
	case OPT_ON_FULL:
		o->skip = option_word("--on-full", arg, "error|skip");
		return 0;
	case OPT_NETWORK:
		option_command("--network", arg, &o->network.command);
		return 0;
	case OPT_LIST:
		o->list = true;
		return 0;
	case ARGP_KEY_END:
		if (!o->choice.policy && !o->list)
			die(FAIL_USAGE, "--policy NAME is required; --list shows them");
		if (!o->list) {
			check_schedule_options(o);
			check_network_options(o);
		}
		return 0;
	default:
		return parse_network(key, arg, &o->network) ? 0 : ARGP_ERR_UNKNOWN;
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

	*o = (options){ .network = { .reference = read_policy("simple"), .share = NAN, .timeout = FILTER_TIMEOUT } };
	cli_parse("alloc", &parser, argc, argv, &o->cli, o);
}

/* A policy must be one for this machine. */
static void
check_choice(const policy_choice *c, const machine *m)
{
	const policy *p = c->policy;
	char *wrong;

	if (p->kind && !kind_among(m, p->kind))
		die(FAIL_DATA, "policy '%s' is defined for machines of kind %s, not for '%s'", p->name, p->kind, m->spec);
	if (p->level && !machine_level(m, p->level))
		die(FAIL_DATA, "policy '%s' needs a machine with %ss, and '%s' has none", p->name, p->level, m->spec);
	if (p->whole && (m->searched || m->nics > 1))
		die(FAIL_DATA, "policy '%s' keeps jobs apart where packets take the routes of a whole machine of one interface a node, and '%s' has %s", p->name,
			m->spec, m->planes > 1 ? "several planes" : m->nics > 1 ? "several interfaces a node" : m->broken ? "broken parts" : "groups that are not all joined alike");
	wrong = p->check ? p->check(m, c->argument) : NULL;
	if (wrong)
		die(c->argument ? FAIL_USAGE : FAIL_DATA, "policy '%s' %s", c->name, wrong);
}

void
check_machine(const options *o, const machine *m)
{
	check_choice(&o->choice, m);
	if (o->network.command && o->network.reference.policy)
		check_choice(&o->network.reference, m);
}
