/* mapping -- how far apart the tasks that talk were put, whatever put them there, and what the fullest link then carries. */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#include "lib/cli/subcommand.h"
#include "lib/job/job.h"
#include "lib/load/placed.h"
#include "lib/pattern/affinity.h"
#include "metrics/result.h"

#define MOST_PAIRS (UINT64_C(1) << 29)

typedef struct mapping_options {
	const char *routing;	/* whose ways messages take; NULL: minimal ones */
	bool node_links;	/* two nodes are 2 links farther apart than their routers */
} mapping_options;

/* What a mapping comes to. */
typedef struct mapping_figures {
	uint64_t pairs;		/* of tasks that talk */
	uint64_t hops;		/* the sum of their distances */
	uint32_t most;		/* the longest */
	uint64_t weight, weighted;	/* the sums of weights, and of weights times distances */
	uint64_t unit;		/* bytes that a weight of 1 is */
	placed placed;
} mapping_figures;

/* The file under way, and scratch for its rows. */
typedef struct mapping_place {
	input in;
	char **file;		/* the next one when this was opened: files change where that does */
	machine *machine;
	loads loads;
	bool knows;		/* the ways of messages: else there are no loads */
	job_reader rows;
	int pattern, task_nodes, case_;	/* handles of the input's columns */
} mapping_place;

/* The machine and the columns of a file that is new. */
static void
look_at_file(mapping_place *p, const cli *c, const mapping_options *o)
{
	if (p->machine && p->file == p->in.file)
		return;
	p->file = p->in.file;
	if (p->machine) {
		job_reader_free(&p->rows);
		if (p->knows)
			loads_free(&p->loads);
		machine_free(p->machine);
	}
	p->machine = machine_of(c, p->in.table);
	p->knows = placed_ways(&p->loads, p->machine, o->routing, 0);
	job_reader_init(&p->rows, p->in.table, p->machine, JOBS_ANY);
}

/* The node of every task of the row; false when there is no mapping, or no pattern whose tasks talk to each other. */
static bool
read_tasks(mapping_place *p, job_row *j)
{
	if (*input_text(&p->in, p->task_nodes) == '\0' || !pattern_closed(input_text(&p->in, p->pattern)))
		return false;
	job_reader_clear(&p->rows);	/* jobs of different times may have the same nodes */
	*j = job_of(&p->rows, input_text(&p->in, p->case_), &p->in.row);
	j->tasks = (uint32_t)cell_int(p->in.table, j->row, p->rows.at[JOB_TASKS], 1, UINT32_MAX, 0);
	job_read_task_nodes(j);
	return true;
}

/* Each pair of neighbours once. */
static mapping_figures
add_up(const affinity *a, const machine *m, const uint32_t *node, bool node_links)
{
	mapping_figures f = { .pairs = a->pairs, .weight = a->total, .unit = a->unit };

	for (uint32_t i = 0; i < a->tasks; i++)
		for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
			uint32_t j = a->neighbour[k], links;

			if (j < i)
				continue;
			links = node_distance(m, node[i], node[j]) + (node_links && !stay_within(m, node[i], node[j]) ? 2 : 0);
			f.hops += links;
			f.weighted += (uint64_t)a->weight[k] * links;
			f.most = links > f.most ? links : f.most;
		}
	return f;
}

static mapping_figures
judge(mapping_place *p, const job_row *j, uint64_t seed, bool node_links)
{
	traffic talk;
	affinity a;
	mapping_figures f;

	job_traffic(j, &talk, false, seed);
	if (!affinity_init(&a, &talk, WEIGH_BYTES, MOST_PAIRS))
		table_bad(p->in.table, j->row, p->rows.traffic.pattern, "has more than %" PRIu64 " pairs of tasks that talk", MOST_PAIRS);
	f = add_up(&a, p->machine, j->task_node->item, node_links);
	f.placed = placed_count(&talk, p->machine, j->task_node->item, p->knows ? &p->loads : NULL, NULL);
	affinity_free(&a);
	traffic_release(&talk);
	return f;
}

/* The columns that are added; one of that name that the input has is written anew. */
enum { PAIRS, LINKS_MEAN, HOPS_MAX, HOP_BYTES, WEIGHTED_HOPS, INSIDE_BYTES, FULLEST, FIGURES };
static const char *const figure_name[FIGURES] = { "pairs", "links_mean", "hops_max", "hop_bytes", "weighted_hops", "inside_bytes",
	"fullest_link_s" };

static void
find_columns(result *r, const input *in, int *column)
{
	for (int i = 0; i < FIGURES; i++) {
		column[i] = (int)names_find(&in->name, figure_name[i]);
		if (column[i] < 0)
			column[i] = result_column(r, figure_name[i]);
	}
}

static void
put(result *r, const int *column, const mapping_figures *f)
{
	sink_put_int(r->sink, column[PAIRS], (int64_t)f->pairs);
	if (f->pairs == 0)
		return;
	sink_put_real(r->sink, column[LINKS_MEAN], (double)f->hops / (double)f->pairs);
	sink_put_int(r->sink, column[HOPS_MAX], f->most);
	if (f->weighted <= (uint64_t)INT64_MAX / f->unit)
		sink_put_int(r->sink, column[HOP_BYTES], (int64_t)(f->weighted * f->unit));
	else
		sink_put_real(r->sink, column[HOP_BYTES], (double)f->weighted * (double)f->unit);
	sink_put_real(r->sink, column[WEIGHTED_HOPS], (double)f->weighted / (double)f->weight);
	sink_put_real(r->sink, column[INSIDE_BYTES], f->placed.inside);
	if (!isnan(f->placed.busiest))
		sink_put_real(r->sink, column[FULLEST], f->placed.busiest);
}

/* The row as it came; the cells of figures stay empty. */
static void
copy(result *r, const input *in, int first, int columns, const int *column)
{
	for (int i = 0; i < columns; i++) {
		bool own = false;

		for (int k = 0; k < FIGURES; k++)
			own = own || column[k] == i;
		if (!own)
			sink_put(r->sink, i, input_text(in, first + i));
	}
}

static void
run(const cli *c, void *given)
{
	const mapping_options *o = given;
	int first, columns, column[FIGURES];
	mapping_place p = { 0 };
	input *in = &p.in;
	job_row job;
	result r;

	input_open(in, c->files);
	first = input_want_every(in);
	columns = in->wants - first;
	input_want(in, "job");
	p.pattern = input_want(in, "pattern");
	p.task_nodes = input_want(in, "task_nodes");
	p.case_ = input_wish(in, "case", "1");
	look_at_file(&p, c, o);
	result_open(&r, c, NULL);
	result_names(&r, &in->name);
	find_columns(&r, in, column);
	result_header(&r, input_origin(in), NULL);
	while (input_next(in)) {
		look_at_file(&p, c, o);
		copy(&r, in, first, columns, column);
		if (read_tasks(&p, &job)) {
			mapping_figures f = judge(&p, &job, c->seed, o->node_links);

			put(&r, column, &f);
		}
		sink_row(r.sink, NULL);
		sink_flush(r.sink);
	}
	sink_close(r.sink);
}

static void
read_node_links(const char *option, const char *value, void *field)
{
	*(bool *)field = option_word(option, value, "no|yes");
}

static const cli_option known[] = {
	{ "routing", "NAME", "Whose ways messages take, for the fullest link [minimal]", option_text, offsetof(mapping_options, routing) },
	{ "count-node-links", "yes|no", "count the links between nodes and their routers, too: two nodes are 2 farther apart than their routers [no]",
		read_node_links, offsetof(mapping_options, node_links) },
	{ 0 }
};

const subcommand subcommand_mapping = { "mapping", "how far apart the tasks that talk are: mean links between them, hop-bytes, the fullest link",
	"[FILE...]", "Add to every job how far apart the tasks that talk are, and what the fullest link carries.",
	.options = known, .size = sizeof(mapping_options), .run = run };
