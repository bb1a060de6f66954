/* gain -- see gain.h: the same figures of the launcher's order and of the mapping, one row and the other. */
#include "map/gain/gain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/load/placed.h"
#include "map/support/task-grid.h"

const cli_option gain_table[] = {
	{ "report", "FILE", "Write what each job's mapping gains over the launcher's own order", option_text, offsetof(gain_options, report) },
	{ "judge", "COMMAND", "The same with the time that this filter reports, such as 'netsim'", option_command, offsetof(gain_options, judge) },
	{ "judge-timeout", "TIME", "The real time that an answer of the judge may take [1h]", option_timeout, offsetof(gain_options, timeout) },
	{ "routing", "NAME", "Whose ways messages take, for the fullest link [minimal]", option_text, offsetof(gain_options, routing) },
	{ 0 }
};

/* --- figures */

enum { CASE, JOB, MAP, NODES, TASKS, BYTES, INSIDE, HOP_BYTES, FULLEST, TIME, COLUMNS };
static const char *const column_name[COLUMNS] = { "case", "job", "map", "nodes", "tasks", "bytes", "inside_bytes", "hop_bytes",
	"fullest_link_s", "comm_time_s" };

/* What a mapping of a job comes to. */
typedef struct gain_figures {
	placed placed;
	double time;		/* s, as the judge says; NAN: no judge was asked */
} gain_figures;

void
gain_open(gain *g, const gain_options *o, const char *choice, const table *in, const machine *m, const cli *c)
{
	*g = (gain){ .opt = o, .choice = choice };
	if (!gain_wanted(g))
		return;
	if (o->against && o->against->begin)
		o->against->begin(m);
	g->knows = placed_ways(&g->loads, m, o->routing, 0);
	if (o->report) {
		g->out = sink_open_file(o->report);
		for (int i = 0; i < COLUMNS - !o->judge; i++)
			sink_own(g->out, column_name[i]);
		sink_header(g->out, NULL);
	}
	if (o->judge)
		judge_open(&g->judge, o->judge, o->timeout, in, c);
}

bool
gain_wanted(const gain *g)
{
	return g->opt->says || g->opt->report;
}

void
gain_close(gain *g)
{
	if (gain_wanted(g) && g->opt->against && g->opt->against->end)
		g->opt->against->end();
	if (g->out)
		sink_close(g->out);
}

/* --- what is told */

static void
put(const gain *g, const placement *p, const char *map, const gain_figures *f)
{
	sink *s = g->out;

	sink_put(s, CASE, p->case_);
	sink_put(s, JOB, p->job);
	sink_put(s, MAP, map);
	sink_put_int(s, NODES, p->nodes);
	sink_put_int(s, TASKS, p->tasks);
	sink_put_real(s, BYTES, f->placed.bytes);
	sink_put_real(s, INSIDE, f->placed.inside);
	sink_put_real(s, HOP_BYTES, f->placed.hop_bytes);
	if (g->knows)
		sink_put_real(s, FULLEST, f->placed.busiest);
	if (g->judge.command)
		sink_put_real(s, TIME, f->time);
	sink_row(s, NULL);
}

/* Add to a sentence how much more or less a figure is, where there was some. */
static char *
add_change(char *text, const char *what, double was, double is)
{
	int percent = was > 0 ? (int)lround(100 * (is / was - 1)) : 0;

	if (!(was > 0))
		return text;
	return xappend(text, percent ? "%s %s %+d%%" : "%s %s %d%%", *text ? "," : "", what, percent);
}

/* How the ranks are numbered that the mapping is for: where that is a matter of choice. */
static const char *
numbering(const traffic *t)
{
	int wide = 0;

	for (int d = 0; d < t->dims; d++)
		wide += t->dim[d] > 1;
	return wide < 2 ? "" : ranks_last_fastest(t) ? "last dimension fastest as in MPI_Cart_create, " : "first dimension fastest, ";
}

void
gain_tell(gain *g, const placement *p, uint32_t *rank)
{
	uint32_t *order = xalloc(2 * (size_t)p->tasks, sizeof *order), *node[2] = { order, order + p->tasks };
	const mapping *against = g->opt->against ? g->opt->against : mapping_find("linear");
	const char *map[2] = { against->name, g->choice };
	double time[2] = { NAN, NAN };
	gain_figures f[2];
	bool keep;

	against->place(p, order);
	memcpy(node[1], rank, p->tasks * sizeof *rank);
	for (int k = 0; k < 2; k++)
		for (uint32_t i = 0; i < p->tasks; i++)
			node[k][i] = p->node[node[k][i] / p->machine->cores];
	if (g->judge.command)
		judge_times(&g->judge, p, map, node, 2, time);
	for (int k = 0; k < 2; k++)
		f[k] = (gain_figures){ placed_count(p->traffic, p->machine, node[k], g->knows ? &g->loads : NULL, NULL), time[k] };
	for (int k = 0; g->out && k < 2; k++)
		put(g, p, map[k], &f[k]);
	keep = g->opt->keeps && time[1] > time[0];
	if (g->opt->says) {
		const gain_figures *was = &f[0];
		const gain_figures *is = &f[1];
		char *text = add_change(xstrdup(""), "bytes between nodes", was->placed.bytes - was->placed.inside, is->placed.bytes - is->placed.inside);

		text = add_change(text, "bytes times links", was->placed.hop_bytes, is->placed.hop_bytes);
		text = add_change(text, "the fullest link", was->placed.busiest, is->placed.busiest);
		text = add_change(text, "time", was->time, is->time);
		if (*text)
			warn("job '%s', %s%sagainst the launcher's own order%s%s:%s%s", p->job, g->opt->ranks ? numbering(p->traffic) : "",
				g->opt->offer ? g->opt->offer : "", g->opt->against ? ", " : "", g->opt->against ? g->opt->against->name : "", text,
				keep ? "; so that order stays" : "");
		free(text);
	}
	if (keep)
		against->place(p, rank);
	free(order);
}
