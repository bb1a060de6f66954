/* matrix -- each task sends what the rank of a real run sent, as a file says (matrix.h).
 *
 * All bytes of a pair are one message, and all messages one phase: the file knows no order.  A task posts
 * to higher numbers ascending, then to lower ones, so that no task is everyone's first. */
#include "lib/pattern/matrix/matrix.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/pattern/pattern.h"

typedef struct plan {
	size_t *first;		/* [tasks+1] */
	uint32_t *to;		/* whom a task sends to, task after task */
	int64_t *bytes;
	uint32_t *senders;	/* [tasks], how many send to it */
} plan;

/* Can the job be that of the file? */
static bool
fits(const traffic *t, const char **why)
{
	const matrix *m = t->matrix;

	if (m->stated && m->ranks != t->tasks) {
		*why = xprintf("has a matrix of %" PRIu32 " ranks, and the job has %" PRIu32 " tasks", m->ranks, t->tasks);
		return false;
	}
	if (m->ranks > t->tasks) {
		*why = xprintf("has rank %" PRIu32 " in line %" PRIu32 ", and the job has %" PRIu32 " tasks",
			m->ranks - 1, m->highest_line, t->tasks);
		return false;
	}
	*why = "does not say how much its ranks send, so that min_bytes means nothing";
	return m->weighted || t->min_bytes == 0;
}

/* Does the pair exchange enough? */
static bool
talks(const traffic *t, const flow *f)
{
	return t->min_bytes == 0 || f->bytes + matrix_bytes(t->matrix, f->to, f->from) >= (double)t->min_bytes;
}

/* What a byte of the file comes to: where the row has a size of its own, messages have it on average. */
static double
scale(const traffic *t)
{
	const matrix *m = t->matrix;
	double sum = 0;
	size_t n = 0;

	if (!t->bytes_given && m->weighted)
		return 1;
	for (size_t i = 0; i < m->flows; i++)
		if (talks(t, &m->flow[i])) {
			sum += m->flow[i].bytes;
			n++;
		}
	return n ? (double)t->bytes * (double)n / sum : 1;
}

/* Post what rank `from` sends to ranks from `low` up to, not including, `end`; *at counts.  False: too large. */
static bool
post(const traffic *t, plan *p, size_t *at, double times, uint32_t from, uint32_t low, uint32_t end)
{
	const matrix *m = t->matrix;

	for (size_t i = m->first[from]; i < m->first[from + 1]; i++) {
		const flow *f = &m->flow[i];
		double bytes = floor(f->bytes * times + 0.5);

		if (f->to < low || f->to >= end || !talks(t, f))
			continue;
		if (bytes > (double)MOST_BYTES)
			return false;
		p->to[*at] = f->to;
		p->bytes[(*at)++] = bytes < 1 ? 1 : (int64_t)bytes;
		p->senders[f->to]++;
	}
	return true;
}

static bool
prepare(traffic *t, const char **why)
{
	matrix *m = t->matrix;
	plan *p = t->state = xcalloc(1, sizeof *p);
	double times = scale(t);
	size_t at = 0;

	if (!fits(t, why))
		return false;
	p->first = xcalloc((size_t)t->tasks + 1, sizeof *p->first);
	p->to = xalloc(m->flows + 1, sizeof *p->to);
	p->bytes = xalloc(m->flows + 1, sizeof *p->bytes);
	p->senders = xcalloc(t->tasks, sizeof *p->senders);
	*why = "has a message that would be larger than 1e15 bytes";
	for (uint32_t i = 0; i < t->tasks; i++) {
		if (i < m->ranks && (!post(t, p, &at, times, i, i + 1, UINT32_MAX) || !post(t, p, &at, times, i, 0, i)))
			return false;
		p->first[i + 1] = at;
	}
	if (!m->warned && (at == 0 || m->ranks < t->tasks))
		warn("%s: %s", m->file, at == 0 ? "nobody sends anything" : "its ranks are fewer than the tasks of a job; the others send nothing");
	m->warned = true;
	return true;
}

static uint32_t
phases(const traffic *t)
{
	(void)t;
	return 1;
}

static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	const plan *p = t->state;

	(void)phase;
	return (uint32_t)(p->first[task + 1] - p->first[task]);
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	const plan *p = t->state;
	size_t at = p->first[task] + k;

	return (message){ p->to[at], phase, p->bytes[at] };
}

static uint32_t
receives(const traffic *t, uint32_t phase, uint32_t task)
{
	(void)phase;
	return ((const plan *)t->state)->senders[task];
}

static void
release(void *state)
{
	plan *p = state;

	if (!p)
		return;
	free(p->first);
	free(p->to);
	free(p->bytes);
	free(p->senders);
	free(p);
}

extern const pattern pattern_matrix;

const pattern pattern_matrix = {
	.name = "matrix",
	.about = "each task sends what the rank of a real run sent, as a file says",
	.prepare = prepare,
	.phases = phases,
	.sends = sends,
	.send = send,
	.receives = receives,
	.release = release,
	.matrix = true,
};
