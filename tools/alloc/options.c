#include "alloc/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/schedule.h"
#include "lib/cli/choices.h"
#include "lib/cli/command.h"
#include "lib/cli/ask.h"
#include "lib/cli/units.h"
#include "lib/logtime/logtime.h"

enum { PS_PER_US = 1000000, MOST_AT_ONCE = 1024, MOST_SWITCHES = 16 };

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
read_policy(const char *option, const char *text, void *choice)
{
	char *name = xstrdup(text), *colon = strchr(name, ':');
	policy_choice c;

	(void)option;
	if (colon)
		*colon = '\0';
	c.policy = find_policy(name);
	c.argument = colon ? colon + 1 : NULL;
	c.name = xprintf("%s%s", c.policy->name, text + strlen(name));
	if (colon && !c.policy->argument)
		die(FAIL_USAGE, "policy '%s' takes nothing behind a ':'", c.policy->name);
	if (!colon && c.policy->argument && !c.policy->optional)
		die(FAIL_USAGE, "policy '%s' wants an argument, as %s:%s", name, name, c.policy->argument);
	*(policy_choice *)choice = c;
}

/* POLICY, own or log. */
static void
read_reference(const char *option, const char *text, void *choice)
{
	*(policy_choice *)choice = (policy_choice){ 0 };
	if (strcmp(text, "own") != 0)
		read_policy(option, strcmp(text, "log") == 0 ? "as-logged" : text, choice);
}

static void
read_schedule(const char *option, const char *name, void *found)
{
	choice_list c = choices_begin(name, " ");

	(void)option;
	for (const schedule *const *s = schedules; *s; s++) {
		choices_add(&c, (*s)->name);
		if (strcmp((*s)->name, name) == 0) {
			*(const schedule **)found = *s;
			return;
		}
	}
	die(FAIL_USAGE, "unknown schedule '%s'; %sknown: %s", name, choices_hint(&c), c.names);
}

static void
check_whole(const char *option, const char *text, int64_t *time)
{
	if (*time % PS_PER_US != 0)
		die(FAIL_USAGE, "%s: '%s': must be whole microseconds", option, text);
	*time /= PS_PER_US;
}

static void
read_delay(const char *option, const char *text, void *us)
{
	option_time(option, text, us);
	check_whole(option, text, us);
}

static void
read_every(const char *option, const char *text, void *us)
{
	if (!read_period(text, us) || *(int64_t *)us == 0)
		die(FAIL_USAGE, "%s: '%s': must be a time above 0, such as 6h", option, text);
	check_whole(option, text, us);
}

/* X% */
static void
read_share(const char *option, const char *text, void *share)
{
	char *number = xprintf("%.*s", (int)strcspn(text, "%"), text);
	double percent;

	if (strcmp(text + strlen(number), "%") != 0 || !read_real(number, 0, 100, &percent) || percent == 0)
		die(FAIL_USAGE, "%s: '%s': must be a share above 0%% and at most 100%%, such as 5%%", option, text);
	*(double *)share = percent / 100;
	free(number);
}

static void
read_moment(const char *option, const char *text, void *us)
{
	double s;

	if (!read_real(text, 0, LOG_LONGEST_S, &s))
		die(FAIL_USAGE, "%s: '%s': must be seconds of the table's clock, 0 or more", option, text);
	*(int64_t *)us = llround(s * LOG_SECOND);
}

static void
read_switches(const char *option, const char *text, void *switches)
{
	list *l = switches;
	const char *why;

	if (!list_read(l, text, UINT32_MAX, MOST_SWITCHES, false, &why) || l->count == 0)
		die(FAIL_USAGE, "%s: '%s': must be numbers of switches, as '1 2 4'", option, text);
	for (uint32_t i = 0; i < l->count; i++)
		if (l->item[i] == 0)
			die(FAIL_USAGE, "%s: '%s': no job has 0 switches", option, text);
}

static void
read_file_name(const char *option, const char *text, void *path)
{
	if (!*text || strcmp(text, "-") == 0)
		die(FAIL_USAGE, "%s: '%s': must name a file", option, text);
	*(const char **)path = text;
}

/* What a policy does, and from its own facts what it takes and asks for, in words by which scripts choose (alloc.1, --list). */
static void
list_policy(const policy *p)
{
	char *about = xstrdup(p->about);

	for (const char *const *a = p->aliases; a && *a; a++)
		about = xappend(about, "%s%s", a == p->aliases ? "; also called " : " or ", *a);
	if (p->argument)
		about = xappend(about, "; %s an argument, as %s:%s", p->optional ? "takes" : "wants", p->name, p->argument);
	if (p->kind)
		about = xappend(about, "; only on %s", p->kind);
	else if (p->level)
		about = xappend(about, "; needs %ss", p->level);
	if (p->given)
		about = xappend(about, "; wants a column %s", p->given);
	if (p->refuses)
		about = xappend(about, "; may refuse");
	cli_list(p->name, about);
}

static void
list_policies(const char *option, const char *value, void *of)
{
	(void)option, (void)value, (void)of;
	for (const policy *const *p = policies; *p; p++)
		list_policy(*p);
	exit(EXIT_SUCCESS);
}

#define AT(field) offsetof(alloc_options, field)

static const cli_option known[] = {
	{ "policy", "NAME[:ARGUMENT]", "How to choose nodes; required, --list shows the names", read_policy, AT(choice) },
	{ "schedule", "fcfs|easy|log", "Play the jobs of a case in time: first-come first-served, with EASY backfilling, or as log_start_s says"
		" [all coexist]", read_schedule, AT(schedule) },
	{ "overrun", "keep|kill", "A job whose runtime_s is longer than its walltime_s: runs on, or ends then [keep]", NULL, AT(kill) },
	{ "speedup", "FILE", "With a schedule: runtimes are shorter as this table says, by mode and nodes", read_file_name, AT(speedup) },
	{ "reconfigure", "TIME", "With a schedule: a job whose circuits must change begins to run this much later", read_delay, AT(delay) },
	{ "fragments", "FILE", "With a schedule: write how many nodes are idle although jobs wait", read_file_name, AT(fragments) },
	{ "network", "COMMAND", "With a schedule: ask this filter how fast jobs run together; it answers with iteration_time_s or comm_time_s",
		option_command, AT(network.command) },
	{ "network-reference", "POLICY|own|log", "Where a job took its runtime_s: alone on the nodes that a policy gives it, on its own nodes"
		" or on log_node_list [simple]", read_reference, AT(network.reference) },
	{ "comm-share", "X", "The share of communication in a runtime where comm_share is empty, 0 to 1", NULL,
		AT(network.share), .quantity = { VALUE_REAL, 0, 1, "a number from 0 to 1" } },
	{ "network-every", "TIME", "Ask at multiples of this time only [whenever other jobs run]", read_every, AT(network.every) },
	{ "network-tolerance", "X%", "Ask only where a job's run time may else be off by more than this share of it, by the loads of its links",
		read_share, AT(network.tolerance) },
	{ "network-check", "X%", "With --network-tolerance: ask at this share of the other changes, too, to see the error; changes nothing else",
		read_share, AT(network.checked) },
	{ "network-busy", NULL, "In questions jobs communicate without a pause: an upper bound", option_flag, AT(network.busy) },
	{ "network-observe", NULL, "Jobs run as long as the table says: what the network did in that time is only written", option_flag,
		AT(network.observe) },
	{ "network-timeout", "TIME", "The real time that an answer may take [1h]", option_timeout, AT(network.timeout) },
	{ "network-at-once", "N", "Questions that are asked side by side, some of them ahead of time; 1: none ahead [as many as"
		" there are cores]", NULL, AT(network.at_once), .most = MOST_AT_ONCE },
	{ "advise", "JOB", "When this job of a log would start and end, now or on fewer switches, with intervals; status 3 when it is better to wait",
		option_text, AT(advise.job) },
	{ "advise-at", "S", "The moment of the log, in seconds of the table [when the job came]", read_moment, AT(advise.at) },
	{ "advise-switches", "LIST", "Most leaf switches that the job may have, each asked about, as '1 2 4' [the fewest that can be, twice as many, …]",
		read_switches, AT(advise.switches) },
	{ "advise-futures", "N", "Plays of the schedule for each [40]", NULL, AT(advise.futures), .most = 10000 },
	{ "advise-check", "N", "Say the same of N jobs of the log when they came, and beside it what became of them", NULL, AT(advise.checked),
		.most = INT32_MAX },
	{ "on-full", "error|skip", "A job that does not fit: stop, or warn and leave its node_list empty [error]", NULL, AT(skip) },
	{ "list", NULL, "Print the policies", list_policies, 0 },
	{ 0 }
};

static const cli_rule rules[] = {
	{ NULL, "policy", NULL, "--policy NAME is required; --list shows them" },
	{ "overrun=kill speedup reconfigure fragments network", "schedule advise", NULL, "--%s: without --schedule no job ends" },
	{ "comm-share", "network advise", NULL, "--%s: goes with --network" },
	{ "network-reference network-every network-tolerance network-busy network-observe network-timeout network-at-once", "network", NULL,
		"--%s: goes with --network" },
	{ "network-every", NULL, "network-tolerance", "--%s cannot be combined with --network-tolerance: each says when to ask" },
	{ "network-observe", NULL, "overrun=kill network-every", "--%s cannot be combined with --overrun kill or --network-every" },
	{ "network-check", "network-tolerance", NULL, "--%s: goes with --network-tolerance" },
	{ "advise-at advise-switches", "advise", NULL, "--%s: goes with --advise" },
	{ "advise-futures", "advise advise-check", NULL, "--%s: goes with --advise or --advise-check" },
	{ "advise-check", NULL, "advise", "--advise-check asks about jobs of the log, --advise about one: give one of them" },
	{ "advise advise-check", NULL, "speedup reconfigure fragments schedule=log", "--%s: does not go with --speedup, --reconfigure, --fragments"
		" and --schedule log" },
	{ "network", NULL, "speedup", "--network and --speedup: both say how fast jobs run; give one of them" },
	{ 0 }
};

static const subcommand line = { .operands = "--policy NAME [FILE]", .options = known, .rules = rules,
	.help = "Choose the nodes of every job of a table; adds the columns alloc, start_s, node_list, and end_s with a schedule." };

void
options_read(alloc_options *o, int argc, char **argv)
{
	*o = (alloc_options){ .network = { .share = NAN, .timeout = FILTER_TIMEOUT },
		.advise = { .at = ADVISE_NOW, .futures = 40 } };
	read_policy("", "simple", &o->network.reference);
	command_read(&line, "alloc", argc, argv, &o->cli, o);
	o->reconfigure = option_given("reconfigure");
	if (o->network.every)
		warn("--network-every: jobs that start in between run as if alone, which understates what company costs; --network-tolerance"
			" asks where it matters");
	if (o->speedup && policy_column(o->choice.policy, "mode") < 0)
		die(FAIL_USAGE, "--speedup: policy '%s' has no column mode, by which the table goes", o->choice.name);
	if (o->reconfigure && !o->choice.policy->reconfigures)
		die(FAIL_USAGE, "--reconfigure: policy '%s' changes no circuits", o->choice.name);
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
		die(FAIL_DATA, "policy '%s' keeps jobs apart where packets take the routes of a whole machine of one interface a node, and '%s' has %s",
			p->name,
			m->spec, m->planes > 1 ? "several planes" : m->nics > 1 ? "several interfaces a node" : m->broken ? "broken parts" :
				"groups that are not all joined alike");
	wrong = p->check ? p->check(m, c->argument) : NULL;
	if (wrong)
		die(c->argument ? FAIL_USAGE : FAIL_DATA, "policy '%s' %s", c->name, wrong);
}

void
check_machine(const alloc_options *o, const machine *m)
{
	check_choice(&o->choice, m);
	if (o->network.command && o->network.reference.policy)
		check_choice(&o->network.reference, m);
}
