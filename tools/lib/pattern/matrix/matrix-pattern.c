/* matrix-pattern -- the pattern `matrix`: each task sends what the rank of a real run sent, as a file says (matrix.h).
 *
 * All bytes of a pair are one message, and all messages one phase: the file knows no order.  A task posts
 * to higher numbers ascending, then to lower ones, so that no task is everyone's first. */
#include <inttypes.h>
#include <math.h>

#include "lib/cli/cli.h"
#include "lib/pattern/matrix/matrix.h"
#include "lib/pattern/peers.h"
#include "lib/stream/bounds.h"

enum { FILE_NAME, MIN_BYTES };

static const pattern_column columns[] = {
	[FILE_NAME] = { "matrix", "FILE", "pattern matrix: who sends how much to whom; every job has as many tasks as the file ranks",
		.needed = true },
	[MIN_BYTES] = { "min_bytes", "SIZE", "pattern matrix: leave out pairs that exchange less", .size = true },
	{ 0 }
};

/* The matrix that a row names; a stream names regular files only. */
static matrix *
named(const own_cells *c)
{
	const char *path = cell_text(c->row, c->own[FILE_NAME]);

	if (c->from->file && !file_for_streams(path))
		table_bad(c->from, c->row, c->own[FILE_NAME], "must name a regular file");
	return matrix_of(path);
}

static void
shape(const own_cells *c, job_shape *s)
{
	const matrix *m = named(c);

	s->tasks = m->ranks;
	s->at_least = !m->stated;
}

static bool
talks(const matrix *m, const matrix_flow *f, int64_t least)
{
	return least == 0 || f->bytes + matrix_bytes(m, f->to, f->from) >= (double)least;
}

/* What a byte of the file comes to: where the row has a size of its own, messages have it on average. */
static double
scale(const matrix *m, const traffic *t, int64_t least)
{
	double sum = 0;
	size_t n = 0;

	if (!t->bytes_given && m->weighted)
		return 1;
	for (size_t i = 0; i < m->flows; i++)
		if (talks(m, &m->flow[i], least)) {
			sum += m->flow[i].bytes;
			n++;
		}
	return n ? (double)t->bytes * (double)n / sum : 1;
}

static void
read(traffic *t, const own_cells *c)
{
	matrix *m = named(c);
	posting *list = xalloc(m->flows + 1, sizeof *list);
	int64_t least = own_bytes(c, MIN_BYTES);
	double times;
	size_t n = 0;
	int column = c->own[FILE_NAME];

	if (m->stated && m->ranks != t->tasks)
		table_bad(c->from, c->row, column, "has a matrix of %" PRIu32 " ranks, and the job has %" PRIu32 " tasks", m->ranks, t->tasks);
	if (m->ranks > t->tasks)
		table_bad(c->from, c->row, column, "has rank %" PRIu32 " in line %" PRIu32 ", and the job has %" PRIu32 " tasks",
			m->ranks - 1, m->highest_line, t->tasks);
	if (!m->weighted && least > 0)
		table_bad(c->from, c->row, column, "does not say how much its ranks send, so that min_bytes means nothing");
	times = scale(m, t, least);
	for (const matrix_flow *f = m->flow; f < m->flow + m->flows; f++) {
		double bytes = floor(f->bytes * times + 0.5);

		if (!talks(m, f, least))
			continue;
		if (bytes > (double)MOST_BYTES)
			table_bad(c->from, c->row, c->own[FILE_NAME], "has a message that would be larger than 1e15 bytes");
		list[n++] = (posting){ f->from, f->to, f->to < f->from, bytes < 1 ? 1 : (int64_t)bytes };
	}
	peers_post(t, 1, 2, list, n);
	if (!m->warned && (n == 0 || m->ranks < t->tasks))
		warn("%s: %s", m->file, n == 0 ? "no rank sends anything" : "its ranks are fewer than the tasks of a job; the others send nothing");
	m->warned = true;
}

const pattern pattern_matrix = {
	.name = "matrix", .about = "each task sends what the rank of a real run sent, as a file says",
	.bytes = BYTES_ON_AVERAGE, .columns = columns, .shape = shape, .read = read,
};
