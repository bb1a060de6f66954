/* jobs -- rows of jobs, a case at a time. */
#include "gen-workload/jobs.h"

static int
own(jobs *w, const char *name, bool wanted)
{
	return wanted ? sink_own(w->sink, name) : -1;
}

void
jobs_open(jobs *w, const options *o, const machine *m, unsigned what)
{
	*w = (jobs){ .sink = sink_open(NULL, &o->cli), .options = o, .machine = m, .open = what & JOBS_OPEN, .times = 1 };
	w->case_ = own(w, "case", true);
	w->workload = own(w, "workload", what & JOBS_WORKLOAD && o->repeat);
	w->rep = own(w, "rep", o->repeat);
	w->job = own(w, "job", true);
	w->class = own(w, "class", what & JOBS_CLASS);
	w->nodes = own(w, "nodes", true);
	w->tasks = own(w, "tasks", true);
	w->pattern = own(w, "pattern", true);
	w->dims = own(w, "dims", o->shape.dims);
	w->periodic = own(w, "periodic", o->shape.periodic);
	w->lattice = own(w, "lattice", o->shape.lattice);
	w->site_bytes = own(w, "site_bytes", o->shape.site_bytes);
	w->matrix = own(w, "matrix", o->shape.matrix);
	w->min_bytes = own(w, "min_bytes", o->shape.min_bytes);
	w->bytes = own(w, "bytes", o->bytes.count);
	w->edge_bytes = own(w, "edge_bytes", o->edge_bytes.count);
	w->corner_bytes = own(w, "corner_bytes", o->corner_bytes.count);
	w->allreduce_bytes = own(w, "allreduce_bytes", o->allreduce_bytes.count);
	w->iterations = own(w, "iterations", !w->open);
}

void
jobs_begin(jobs *w)
{
	sink_header(w->sink, w->machine->spec);
}

void
jobs_case(jobs *w, int64_t id, int64_t workload, int64_t rep)
{
	w->case_id = id;
	w->workload_id = workload;
	w->rep_id = rep;
}

static void
put(jobs *w, int column, int64_t value)
{
	if (column >= 0 && value > 0)
		sink_put_int(w->sink, column, value);
}

/* The grid, the lattice and the matrix of the jobs, these two where the pattern reads them. */
static void
put_shape(jobs *w, const pattern *p)
{
	const shape *s = &w->options->shape;

	if (s->dims)
		sink_put(w->sink, w->dims, s->dims);
	if (s->periodic)
		sink_put(w->sink, w->periodic, s->periodic);
	if (s->lattice && p->lattice) {
		sink_put(w->sink, w->lattice, s->lattice);
		put(w, w->site_bytes, s->site_bytes);
	}
	if (s->matrix && p->matrix) {
		sink_put(w->sink, w->matrix, s->matrix);
		put(w, w->min_bytes, s->min_bytes);
	}
}

void
jobs_put(jobs *w, const job *j)
{
	const options *o = w->options;

	put(w, w->case_, w->case_id);
	put(w, w->workload, w->workload_id);
	put(w, w->rep, w->rep_id);
	if (j->number >= 0)
		sink_put_int(w->sink, w->job, j->number);
	if (w->class >= 0)
		sink_put(w->sink, w->class, j->class);
	put(w, w->nodes, j->nodes);
	put(w, w->tasks, o->shape.tasks ? o->shape.tasks : (int64_t)j->nodes * (w->open ? 1 : w->machine->cores));
	sink_put(w->sink, w->pattern, j->pattern->name);
	put_shape(w, j->pattern);
	put(w, w->bytes, w->times * j->bytes);
	put(w, w->edge_bytes, w->times * choose_size(&o->edge_bytes, j->pattern, NULL));
	put(w, w->corner_bytes, w->times * choose_size(&o->corner_bytes, j->pattern, NULL));
	put(w, w->allreduce_bytes, choose_size(&o->allreduce_bytes, j->pattern, NULL));
	put(w, w->iterations, o->iterations);
	sink_row(w->sink, NULL);
}

void
jobs_end_case(jobs *w)
{
	sink_flush(w->sink);
}

void
jobs_close(jobs *w)
{
	sink_close(w->sink);
}

void
jobs_put_lots(jobs *w, const lot *l, int lots)
{
	int64_t number = 0;

	for (int i = 0; i < lots; i++) {
		job j = { 0, l[i].class, l[i].nodes, l[i].pattern,
			choose_size(&w->options->bytes, l[i].pattern, NULL) };

		w->times = l[i].times;
		for (uint64_t k = 0; k < l[i].count; k++) {
			j.number = ++number;
			jobs_put(w, &j);
		}
	}
	jobs_end_case(w);
}

int64_t
jobs_repeats(const jobs *w)
{
	return w->options->repeat ? w->options->repeat : 1;
}

void
jobs_put_grid(jobs *w, lot *l, int lots)
{
	const pattern_list *p = &w->options->patterns;
	int64_t id = 0;

	for (int i = 0; i < p->count; i++) {
		for (int k = 0; k < lots; k++)
			l[k].pattern = p->item[i];
		for (int64_t rep = 1; rep <= jobs_repeats(w); rep++) {
			jobs_case(w, ++id, 0, rep);
			jobs_put_lots(w, l, lots);
		}
	}
}
