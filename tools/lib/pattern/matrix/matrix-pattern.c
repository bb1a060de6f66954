/* matrix-pattern -- the pattern `matrix`: each task sends what the rank of a real run sent, as a file says (matrix.h).
 *
 * All bytes of a pair are one message, and all messages one phase: the file knows no order.  A task posts
 * to higher numbers ascending, then to lower ones, so that no task is everyone's first. */
#include <inttypes.h>
#include <math.h>

#include "lib/cli/cli.h"
#include "lib/pattern/matrix/matrix.h"
#include "lib/pattern/peers.h"

enum { FILE_NAME, MIN_BYTES };

static const pattern_column columns[] = {
	[FILE_NAME] = { "matrix", "FILE", "pattern matrix: who sends how much to whom; every job has as many tasks as the file ranks", .needed = true },
	[MIN_BYTES] = { "min_bytes", "SIZE", "pattern matrix: leave out pairs that exchange less", .size = true },
	{ 0 }
};

/* A job under way. */
typedef struct job {
	matrix *m;
	int64_t least;		/* bytes of a pair that talks */
	double times;		/* what a byte of the file comes to */
} job;

static void
shape(const own_cells *c, job_shape *s)
{
	const matrix *m = matrix_of(cell_text(c->row, c->own[FILE_NAME]));

	s->tasks = m->ranks;
	s->at_least = !m->stated;
}

/* Can the job be that of the file? */
static void
check(const own_cells *c, const matrix *m, uint32_t tasks, int64_t least)
{
	int column = c->own[FILE_NAME];

	if (m->stated && m->ranks != tasks)
		table_bad(c->from, c->row, column, "has a matrix of %" PRIu32 " ranks, and the job has %" PRIu32 " tasks", m->ranks, tasks);
	if (m->ranks > tasks)
		table_bad(c->from, c->row, column, "has rank %" PRIu32 " in line %" PRIu32 ", and the job has %" PRIu32 " tasks",
			m->ranks - 1, m->highest_line, tasks);
	if (!m->weighted && least > 0)
		table_bad(c->from, c->row, column, "does not say how much its ranks send, so that min_bytes means nothing");
}

/* Does the pair exchange enough? */
static bool
talks(const job *j, const flow *f)
{
	return j->least == 0 || f->bytes + matrix_bytes(j->m, f->to, f->from) >= (double)j->least;
}

/* Where the row has a size of its own, messages have it on average. */
static double
scale(const job *j, const traffic *t)
{
	const matrix *m = j->m;
	double sum = 0;
	size_t n = 0;

	if (!t->bytes_given && m->weighted)
		return 1;
	for (size_t i = 0; i < m->flows; i++)
		if (talks(j, &m->flow[i])) {
			sum += m->flow[i].bytes;
			n++;
		}
	return n ? (double)t->bytes * (double)n / sum : 1;
}

/* Post what rank `from` sends to ranks from `low` up to, not including, `end`.  False: too large. */
static bool
post(const job *j, peers *p, uint32_t from, uint32_t low, uint32_t end)
{
	const matrix *m = j->m;
	size_t *at = &p->first[from + 1];

	for (size_t i = m->first[from]; i < m->first[from + 1]; i++) {
		const flow *f = &m->flow[i];
		double bytes = floor(f->bytes * j->times + 0.5);

		if (f->to < low || f->to >= end || !talks(j, f))
			continue;
		if (bytes > (double)MOST_BYTES)
			return false;
		p->to[*at] = f->to;
		p->bytes[(*at)++] = bytes < 1 ? 1 : (int64_t)bytes;
	}
	return true;
}

static void
read(traffic *t, const own_cells *c)
{
	matrix *m = matrix_of(cell_text(c->row, c->own[FILE_NAME]));
	job j = { .m = m, .least = own_bytes(c, MIN_BYTES) };
	peers *p = peers_new(t, 1, m->flows, true);

	check(c, m, t->tasks, j.least);
	j.times = scale(&j, t);
	for (uint32_t i = 0; i < t->tasks; i++) {
		p->first[i + 1] = p->first[i];
		if (i < m->ranks && (!post(&j, p, i, i + 1, UINT32_MAX) || !post(&j, p, i, 0, i)))
			table_bad(c->from, c->row, c->own[FILE_NAME], "has a message that would be larger than 1e15 bytes");
	}
	peers_count(t);
	if (!m->warned && (p->first[t->tasks] == 0 || m->ranks < t->tasks))
		warn("%s: %s", m->file, p->first[t->tasks] == 0 ? "nobody sends anything" : "its ranks are fewer than the tasks of a job; the others send nothing");
	m->warned = true;
}

extern const pattern pattern_matrix;

const pattern pattern_matrix = {
	.name = "matrix",
	.about = "each task sends what the rank of a real run sent, as a file says",
	.bytes = BYTES_ON_AVERAGE,
	.columns = columns,
	.shape = shape,
	.read = read,
	PEERS,
};
