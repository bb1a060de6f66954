/* synthetic -- open-loop traffic: nodes that send at a given rate whatever arrives, as interconnection networks are measured (Dally and
 * Towles, "Principles and Practices of Interconnection Networks", ch. 23). */
#include "gen-workload/jobs.h"
#include "lib/cli/option-values.h"
#include "lib/cli/units.h"

typedef struct synthetic {
	gen_options common;
	int loads;
	double load[MOST_ITEMS];
	int64_t job_nodes;	/* 0: all */
	int64_t duration, warmup;	/* ps */
} synthetic;

static void
take_load(const char *option, char *item, void *to)
{
	synthetic *x = to;

	if (x->loads == MOST_ITEMS)
		die(FAIL_USAGE, "%s: at most %d loads", option, MOST_ITEMS);
	option_share(option, item, &x->load[x->loads++]);
}

static void
set_loads(const char *option, const char *arg, void *to)
{
	((synthetic *)to)->loads = 0;
	option_items(option, arg, take_load, to);
}

static void
set_bytes(const char *option, const char *arg, void *to)
{
	size_list *l = to;

	l->count = 1;
	option_size(option, arg, &l->item[0].bytes);
}

static const cli_option settings[] = {
	{ "pattern", "NAME", "traffic pattern; several joined by ',' make a case each [uniform]", set_patterns,
		offsetof(synthetic, common.patterns) },
	{ "load", "X", "share of a node's link that it fills, above 0 to 1; several joined by ',' make a case each", set_loads, 0, true },
	{ "duration", "TIME", "time that is measured [20us]", option_span, offsetof(synthetic, duration) },
	{ "warmup", "TIME", "time before it [10us]", option_time, offsetof(synthetic, warmup) },
	{ "bytes", "SIZE", "message size [one packet]", set_bytes, offsetof(synthetic, common.size[BYTES]) },
	{ "job-nodes", "N", "nodes that send [all]", option_count, offsetof(synthetic, job_nodes) },
	REPEAT_SETTING("every workload"),
	{ 0 }
};
static const synthetic usual = { .common.patterns.open = true, .duration = 20000000, .warmup = 10000000 };

/* A case a pattern, load and repeat. */
static void
write_all(const synthetic *x, uint32_t nodes, drawn_jobs *w)
{
	const gen_options *o = &x->common;
	int load = sink_own(w->sink, "load"), duration = sink_own(w->sink, "duration_s");
	int warmup = sink_own(w->sink, "warmup_s");

	for (int p = 0; p < o->patterns.count; p++) {
		drawn_job j = { 1, NULL, nodes, o->patterns.item[p], choose_size(&o->size[BYTES], NULL, NULL) };

		for (int k = 0; k < x->loads; k++) {
			while (jobs_case(w, p * x->loads + k + 1)) {
				sink_put_real(w->sink, load, x->load[k]);
				sink_put_real(w->sink, duration, ps_to_seconds(x->duration));
				sink_put_real(w->sink, warmup, ps_to_seconds(x->warmup));
				jobs_put(w, &j);
			}
		}
	}
}

static void
write_table(const cli *c, void *of)
{
	synthetic *x = of;
	drawn_jobs w;

	if (x->common.patterns.count == 0)
		set_patterns("--pattern", "uniform", &x->common.patterns);
	jobs_open(&w, c, &x->common);
	jobs_fit(&w, "--job-nodes", x->job_nodes);
	jobs_columns(&w, JOBS_OPEN);
	write_all(x, x->job_nodes ? (uint32_t)x->job_nodes : w.capacity.nodes, &w);
	sink_close(w.sink);
}

const subcommand subcommand_synthetic = { "synthetic", "open-loop traffic at given loads",
	"", "Open-loop traffic: one job that sends at a given load.",
	.size = sizeof(synthetic), .defaults = &usual, .options = settings, .run = write_table };
