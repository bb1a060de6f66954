#include "alloc/advise/past.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"

enum { RECENT = 1000, TRIES = 64 };	/* runs that are drawn from; draws for one that ran long enough */

ASCENDING_BY2(by_submit, past_job, submit, request.row)
ASCENDING_BY3(by_end, past_run, end, run, ratio)

static void
read_job(past *p, job_reader *rows, const time_columns *at, const row *r, const char *id, const alloc_options *o)
{
	job_row in = job_of(rows, id, r);
	int64_t run = times_cell(p->in, r, at->runtime, 0, NEVER), wall = times_cell(p->in, r, at->walltime, 0, 0);
	past_job j = { .request = read_request(&in, o), .submit = times_cell(p->in, r, at->submit, 0, NEVER), .wall = wall,
		.start = times_cell(p->in, r, at->log_start, 0, NEVER), .end = NEVER, .listed = p->list >= 0 && *cell_text(r, p->list) };

	if (j.start != NEVER && run != NEVER)
		j.end = j.start + run;
	if (j.submit == NEVER && j.start != NEVER)
		j.submit = j.start;
	if (j.end != NEVER)
		p->run[p->runs++] = (past_run){ j.end, run, wall ? (double)run / (double)wall : 0 };
	p->job[p->jobs++] = j;
}

/* The last time that the log knows. */
static int64_t
last_time(const past *p)
{
	int64_t last = 0;

	for (uint32_t i = 0; i < p->jobs; i++) {
		const int64_t known[] = { p->job[i].submit, p->job[i].start, p->job[i].end };

		for (int k = 0; k < 3; k++)
			last = known[k] != NEVER && known[k] > last ? known[k] : last;
	}
	return last;
}

void
past_read(past *p, job_reader *rows, const batch *b, const alloc_options *o, int64_t now)
{
	time_columns at;

	*p = (past){ .in = rows->table, .list = table_column(rows->table, "node_list") };
	if (p->list < 0)
		p->list = table_column(p->in, "log_node_list");
	table_need(p->in, "log_start_s");
	time_columns_find(&at, p->in);
	p->job = xalloc((size_t)b->rows + 1, sizeof *p->job);
	p->run = xalloc((size_t)b->rows + 1, sizeof *p->run);
	for (int i = 0; i < b->rows; i++)
		read_job(p, rows, &at, &b->row[i], b->id, o);
	p->now = now == NEVER ? last_time(p) : now;
	for (uint32_t i = 0; i < p->jobs; i++)
		p->job[i].submit = p->job[i].submit == NEVER ? p->now : p->job[i].submit;
	qsort(p->job, p->jobs, sizeof *p->job, by_submit);
	qsort(p->run, p->runs, sizeof *p->run, by_end);
}

uint32_t
past_find(const past *p, const char *name)
{
	for (uint32_t i = 0; i < p->jobs; i++)
		if (strcmp(p->job[i].request.job, name) == 0)
			return i;
	return NONE;
}

/* The first of n items, in the order of the time with which each begins, whose time is at least that. */
static uint32_t
first_from(const void *item, uint32_t n, size_t size, int64_t time)
{
	uint32_t low = 0, high = n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (*(const int64_t *)((const char *)item + middle * size) < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
past_since(const past *p, int64_t time)
{
	return first_from(p->job, p->jobs, sizeof *p->job, time);
}

int64_t
past_draw(const past *p, const past_job *j, int64_t at, int64_t ran, rng *r, int64_t *wall)
{
	uint32_t ended = first_from(p->run, p->runs, sizeof *p->run, at + 1), from = ended > RECENT ? ended - RECENT : 0;

	*wall = j->wall;
	for (int i = 0; i < TRIES && ended; i++) {
		const past_run *like = &p->run[from + rng_below(r, ended - from)];
		int64_t run = j->wall && like->ratio > 0 ? (int64_t)(like->ratio * (double)j->wall) : j->wall ? 0 : like->run;

		if (run > ran) {
			*wall = j->wall ? j->wall : run;
			return run;
		}
	}
	*wall = *wall > ran ? *wall : ran + LOG_SECOND;		/* it ends when it must have; one beyond its limit now */
	return *wall;
}

/* --- moments */

static int
by_start(const void *x, const void *y, void *of)
{
	const past_job *job = of;
	uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y;

	return job[i].start != job[j].start ? (job[i].start > job[j].start) - (job[i].start < job[j].start) : (i > j) - (i < j);
}

void
past_sort(const past *p, uint32_t *job, uint32_t n)
{
	qsort_r(job, n, sizeof *job, by_start, p->job);
}

moment
moment_of(const past *p, uint32_t asked, int64_t at)
{
	uint32_t came = past_since(p, at + 1);
	moment m = { .at = at, .asked = asked, .running = xalloc((size_t)came + 1, sizeof *m.running),
		.waiting = xalloc((size_t)came + 1, sizeof *m.waiting) };

	for (uint32_t i = 0; i < came; i++) {
		const past_job *j = &p->job[i];

		if (i == asked)
			continue;
		if (j->start > at)
			m.waiting[m.waitings++] = i;
		else if (j->start <= at && j->end > at)
			m.running[m.runnings++] = i;
	}
	past_sort(p, m.running, m.runnings);
	return m;
}

void
moment_free(moment *m)
{
	free_all(m->running, m->waiting);
}
