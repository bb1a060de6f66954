/* jobs -- rows of jobs, a case at a time. */
#include "gen-workload/jobs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* How many of n nodes the machine has. */
static uint32_t
count(const machine *m, const uint32_t *node, uint32_t n)
{
	uint32_t had = 0;

	for (uint32_t i = 0; i < n; i++)
		had += machine_has(m, node[i]);
	return had;
}

static capacity
capacity_of(const machine *m)
{
	const level *l = machine_level(m, "group");
	capacity c = { .nodes = count(m, m->level[0].member, m->nodes) };

	for (uint32_t d = 0; l && d < l->domains; d++) {
		uint32_t n = count(m, l->member + l->first[d], l->first[d + 1] - l->first[d]);

		c.groups += n > 0;
		if (n > c.group)
			c.group = n;
	}
	return c;
}

const char *
capacity_class(const capacity *c, uint32_t nodes)
{
	if (c->group == 0)
		return NULL;
	return nodes <= c->group ? "small" : "large";
}

void
jobs_open(drawn_jobs *w, const cli *c, const gen_options *o)
{
	machine *m = machine_of(c, NULL);

	*w = (drawn_jobs){ .cli = c, .options = o, .machine = m, .capacity = capacity_of(m), .times = 1 };
}

rng
jobs_random(const drawn_jobs *w, const char *purpose, int64_t k)
{
	char id[24];
	rng r;

	snprintf(id, sizeof id, "%" PRId64, k);
	rng_init(&r, w->cli->seed, purpose, id, "");
	return r;
}

void
jobs_fit(const drawn_jobs *w, const char *option, int64_t nodes)
{
	if (nodes > w->capacity.nodes)
		die(FAIL_USAGE, "%s: '%" PRId64 "': the machine has %" PRIu32 " nodes", option, nodes, w->capacity.nodes);
}

void
jobs_columns(drawn_jobs *w, unsigned what)
{
	const gen_options *o = w->options;
	sink *s = w->sink = sink_open(NULL, w->cli);

	w->open = what & JOBS_OPEN;
	w->case_ = sink_own(s, "case");
	w->workload = sink_own_if(s, what & JOBS_WORKLOAD && o->repeat, "workload");
	w->rep = sink_own_if(s, o->repeat, "rep");
	w->job = sink_own(s, "job");
	w->class = sink_own_if(s, what & JOBS_CLASS || (what & JOBS_GROUPS && w->capacity.group), "class");
	w->nodes = sink_own(s, "nodes");
	w->tasks = sink_own(s, "tasks");
	w->pattern = sink_own(s, "pattern");
	w->dims = sink_own_if(s, o->shape.dims, "dims");
	w->periodic = sink_own_if(s, o->shape.periodic, "periodic");
	for (int i = 0; own_column(i); i++)	/* a name that comes again is the same column */
		w->own[i] = sink_own_if(s, o->shape.own.text[i], own_column(i)->name);
	for (int k = 0; k < SIZES; k++)
		w->size[k] = sink_own_if(s, o->size[k].count, size_column[k]);
	w->iterations = sink_own_if(s, !w->open, "iterations");
}

/* How often each workload is to be written. */
static int64_t
repeats(const drawn_jobs *w)
{
	return w->options->repeat ? w->options->repeat : 1;
}

bool
jobs_case(drawn_jobs *w, int64_t workload)
{
	if (!w->begun)
		sink_header(w->sink, w->machine->spec);
	else
		sink_flush(w->sink);
	w->begun = true;
	w->workload_id = workload;
	w->rep_id = w->rep_id < repeats(w) ? w->rep_id + 1 : 0;
	return w->rep_id > 0;
}

static void
put(drawn_jobs *w, int column, int64_t value)
{
	if (value > 0)
		sink_put_int(w->sink, column, value);
}

void
jobs_put(drawn_jobs *w, const drawn_job *j)
{
	const gen_options *o = w->options;
	const shape *s = &o->shape;
	const int *column;

	put(w, w->case_, (w->workload_id - 1) * repeats(w) + w->rep_id);
	put(w, w->workload, w->workload_id);
	put(w, w->rep, w->rep_id);
	if (j->number >= 0)
		sink_put_int(w->sink, w->job, j->number);
	sink_put(w->sink, w->class, j->class);
	put(w, w->nodes, j->nodes);
	put(w, w->tasks, o->shape.tasks ? o->shape.tasks : (int64_t)j->nodes * (w->open ? 1 : w->machine->cores));
	sink_put(w->sink, w->pattern, j->pattern->name);
	/* The grid of the jobs, and what options say of the pattern's own columns. */
	column = &w->own[own_first(j->pattern)];
	if (s->dims)
		sink_put(w->sink, w->dims, s->dims);
	if (s->periodic)
		sink_put(w->sink, w->periodic, s->periodic);
	for (int k = 0; j->pattern->columns && j->pattern->columns[k].name; k++)
		sink_put(w->sink, column[k], own_text(&s->own, j->pattern, k));
	put(w, w->size[BYTES], w->times * j->bytes);
	for (int k = BYTES + 1; k < SIZES; k++)
		put(w, w->size[k], (k < ALLREDUCE ? w->times : 1) * choose_size(&o->size[k], j->pattern, NULL));
	put(w, w->iterations, o->iterations);
	sink_row(w->sink, NULL);
}

void
jobs_put_lots(drawn_jobs *w, const lot *l, int lots)
{
	int64_t number = 0;

	for (int i = 0; i < lots; i++) {
		drawn_job j = { 0, l[i].class, l[i].nodes, l[i].pattern,
			choose_size(&w->options->size[BYTES], l[i].pattern, NULL) };

		w->times = l[i].times;
		for (uint64_t k = 0; k < l[i].count; k++) {
			j.number = ++number;
			jobs_put(w, &j);
		}
	}
}

void
jobs_put_grid(drawn_jobs *w, lot *l, int lots)
{
	const pattern_list *p = &w->options->patterns;

	for (int i = 0; i < p->count; i++) {
		for (int k = 0; k < lots; k++)
			l[k].pattern = p->item[i];
		while (jobs_case(w, i + 1))
			jobs_put_lots(w, l, lots);
	}
}
