/* training -- a job that trains a language model: the program of an iteration, as a generator's text rather than a file. */
#include <inttypes.h>
#include <string.h>

#include "gen-workload/jobs.h"
#include "lib/program/training/plan.h"

enum { MOST_KEYS = 40 };

typedef struct training {
	gen_options common;
	const char *value[MOST_KEYS];	/* of the plan's keys; NULL: not given */
	int64_t nodes;		/* 0: as few as hold the ranks */
} training;

static const cli_option settings[] = {
	{ "job-nodes", "N", "nodes of the job [as few as hold its ranks]", option_count, offsetof(training, nodes) },
	{ "iterations", "N", "how many iterations [1]", option_count, offsetof(training, common.iterations) },
	REPEAT_SETTING("the job"),
	{ 0 }
};
static const training usual = { .common.iterations = 1 };

/* An option for each key of a plan, of the same name. */
static const cli_option *
key_options(void)
{
	static cli_option option[MOST_KEYS + 1];

	for (int k = 0; training_keys[k].name; k++)
		option[k] = (cli_option){ training_keys[k].name, training_keys[k].value, training_keys[k].about, option_text,
			(size_t)k * sizeof(const char *), false };
	return option;
}

/* What the machine has room for. */
static void
settle_nodes(training *t, const drawn_jobs *w)
{
	int64_t ranks = t->common.shape.tasks, least = shape_nodes(&t->common.shape, w->machine->cores);
	uint32_t nodes = w->capacity.nodes;

	if (!t->nodes && least > nodes)
		die(FAIL_USAGE, "--machine: %" PRId64 " ranks want %" PRId64 " nodes; it has %" PRIu32, ranks, least, nodes);
	jobs_fit(w, "--job-nodes", t->nodes);
	if (t->nodes && (t->nodes < least || t->nodes > ranks))
		die(FAIL_USAGE, "--job-nodes: '%" PRId64 "': %" PRId64 " ranks want %" PRId64 " to %" PRId64, t->nodes, ranks, least, ranks);
	if (!t->nodes)
		t->nodes = least;
}

static char *
list_models(void)
{
	char *text = xstrdup("Models:\n");

	for (const training_model *m = training_models; m->name; m++)
		text = xappend(text, "  %-14s%s, %g parameters\n", m->name, m->about, m->params);
	return text;
}

static void
write_table(const cli *c, void *of)
{
	training *t = of;
	char *text = xstrdup(""), *wrong;
	training_plan plan;
	lot l = { .count = 1, .times = 1 };
	drawn_jobs w;

	/* The keys that were given, as a plan's text. */
	for (int k = 0; training_keys[k].name; k++) {
		if (t->value[k] && strchr(t->value[k], ','))
			die(FAIL_USAGE, "--%s: '%s': must not have a comma", training_keys[k].name, t->value[k]);
		if (t->value[k])
			text = xappend(text, "%s%s=%s", *text ? "," : "", training_keys[k].name, t->value[k]);
	}
	wrong = training_read(&plan, text);
	if (wrong)
		die(FAIL_USAGE, "--%s", wrong);
	set_patterns("--pattern", "program", &t->common.patterns);
	jobs_open(&w, c, &t->common);
	t->common.shape.tasks = training_ranks(&plan);
	settle_nodes(t, &w);
	own_set(&t->common.shape.own, "program", xprintf("training:%s", text));
	jobs_columns(&w, 0);
	l.nodes = (uint32_t)t->nodes;
	jobs_put_grid(&w, &l, 1);
	sink_close(w.sink);
}

const subcommand subcommand_training = { "training", "a job that trains a language model",
	"", "One job that trains a language model on many ranks, as the program of its messages.",
	.size = sizeof(training), .defaults = &usual, .options = settings, .made = key_options, .made_at = offsetof(training, value),
	.more_help = list_models, .run = write_table };
