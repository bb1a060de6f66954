/* ideal -- see ideal.h.
 *
 * Operations start in rounds: those that are free at one moment, sends first, then receives, then calcs, each in the program's
 * order; what they free is the next round.  A queue is a list through next[]: the operations of a stream, a rank or a cpu that wait.
 *
 * An iteration is played with all ranks before the next one; ranks go on from where they have ended.  When iterations have made all of
 * them later by the same time, as many iterations that follow do it again. */
#include "metrics/program/ideal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "metrics/program/repeat.h"

#define NONE UINT32_MAX
#define DONE UINT32_MAX		/* in waits[]: the operation has finished */
#define LATEST (INT64_C(1) << 62)	/* ps; a calc is shorter, so that sums do not overflow */

typedef struct event_queue {
	uint32_t first, last;
} event_queue;

/* A rank begins (cpu NONE), or the first calc of its cpu ends. */
typedef struct ideal_event {
	int64_t time;
	uint32_t rank, cpu;
} ideal_event;

/* What became of an operation. */
typedef struct ideal_op {
	uint64_t depth;		/* of the chain that ends with it */
	uint32_t waits;		/* starts and ends that it still waits for; DONE */
	uint32_t rank;
	uint32_t next;		/* in its queue */
	uint32_t number;	/* of receives when they are posted, of sends when they are: who was first */
} ideal_op;

/* Where a rank stands: when its last operation has finished, and the longest chain. */
typedef struct rank_end {
	int64_t time;
	uint64_t depth;
} rank_end;

typedef struct play {
	const program *program;
	int64_t now;
	ideal_op *op;
	uint32_t numbers;
	event_queue *stream;		/* [streams] receives posted, or messages that nobody has received */
	bool *messages;		/* [streams] it is messages */
	event_queue *wild;		/* [ranks] receives of any source or tag */
	event_queue *cpu;		/* [ranks * cpus] the first one runs */
	ideal_event *heap;
	uint32_t events;
	uint64_t *round, *later;	/* kind and operation */
	uint32_t rounds, laters;
	rank_end *end;		/* [ranks] */
} play;

/* The calendar: a heap, the next event first. */

static bool
before(ideal_event a, ideal_event b)
{
	return a.time != b.time ? a.time < b.time : a.rank != b.rank ? a.rank < b.rank : a.cpu < b.cpu;
}

static void
push(play *y, ideal_event e)
{
	uint32_t at = y->events++;

	for (; at && before(e, y->heap[(at - 1) / 2]); at = (at - 1) / 2)
		y->heap[at] = y->heap[(at - 1) / 2];
	y->heap[at] = e;
}

static ideal_event
pop(play *y)
{
	ideal_event first = y->heap[0], e = y->heap[--y->events];
	uint32_t at = 0, child;

	while ((child = 2 * at + 1) < y->events) {
		child += child + 1 < y->events && before(y->heap[child + 1], y->heap[child]);
		if (!before(y->heap[child], e))
			break;
		y->heap[at] = y->heap[child];
		at = child;
	}
	y->heap[at] = e;
	return first;
}

/* Queues. */

static void
append(play *y, event_queue *q, uint32_t op)
{
	y->op[op].next = NONE;
	*(q->first == NONE ? &q->first : &y->op[q->last].next) = op;
	q->last = op;
}

/* Take out the operation behind `behind` (NONE: the first one). */
static uint32_t
take(play *y, event_queue *q, uint32_t behind)
{
	uint32_t *at = behind == NONE ? &q->first : &y->op[behind].next, op = *at;

	*at = y->op[op].next;
	if (q->last == op)
		q->last = behind;
	return op;
}

/* Operations. */

static void
set_free(play *y, uint32_t op)
{
	y->later[y->laters++] = (uint64_t)y->program->op[op].kind << 32 | op;
}

/* Those that wait for op to start (`how`), or to finish, wait for one less. */
static void
release(play *y, uint32_t op, uint32_t how)
{
	const program *p = y->program;
	uint32_t base = p->first[y->op[op].rank];

	for (uint32_t k = p->op[op].first; k < p->op[op + 1].first; k++) {
		uint32_t later = base + (p->follower[k] & ~FROM_START);

		if ((p->follower[k] & FROM_START) != how)
			continue;
		if (y->op[op].depth > y->op[later].depth)
			y->op[later].depth = y->op[op].depth;
		if (--y->op[later].waits == 0)
			set_free(y, later);
	}
}

static void
finish(play *y, uint32_t op)
{
	uint32_t r = y->op[op].rank;

	y->op[op].waits = DONE;
	y->end[r].time = y->now;
	if (y->op[op].depth > y->end[r].depth)
		y->end[r].depth = y->op[op].depth;
	release(y, op, 0);
}

static void
match(play *y, uint32_t send, uint32_t recv)
{
	if (y->op[recv].depth <= y->op[send].depth)
		y->op[recv].depth = y->op[send].depth + 1;
	finish(y, recv);
}

static bool
takes(const operation *o, const stream *from)
{
	return (o->peer == ANY || o->peer == from->from) && (o->tag == ANY || o->tag == from->tag);
}

/* The message finds the receive that was posted first, or waits. */
static void
send(play *y, uint32_t op)
{
	uint32_t id = y->program->op[op].stream, behind = NONE, wild;
	const stream *s = &y->program->stream[id];
	event_queue *q = &y->stream[id], *w = &y->wild[s->to];

	for (wild = w->first; wild != NONE && !takes(&y->program->op[wild], s); wild = y->op[wild].next)
		behind = wild;
	if (q->first == NONE)
		y->messages[id] = wild == NONE;
	if (wild != NONE && (q->first == NONE || y->op[wild].number < y->op[q->first].number))
		match(y, op, take(y, w, behind));
	else if (y->messages[id])
		append(y, q, op);
	else
		match(y, op, take(y, q, NONE));
}

/* The stream whose message has come first, of those that the receive takes. */
static uint32_t
first_come(const play *y, uint32_t op)
{
	const program *p = y->program;
	uint32_t r = y->op[op].rank, first = NO_STREAM;

	for (uint32_t i = p->stream_first[r]; i < p->stream_first[r + 1]; i++)
		if (y->stream[i].first != NONE && y->messages[i] && takes(&p->op[op], &p->stream[i]) &&
			(first == NO_STREAM || y->op[y->stream[i].first].number < y->op[y->stream[first].first].number))
			first = i;
	return first;
}

static void
receive(play *y, uint32_t op)
{
	const operation *o = &y->program->op[op];
	bool wild = o->peer == ANY || o->tag == ANY;
	uint32_t from = wild ? first_come(y, op) : o->stream;
	event_queue *q = from == NO_STREAM ? NULL : &y->stream[from];

	if (q && q->first != NONE && y->messages[from]) {
		match(y, take(y, q, NONE), op);
	} else if (wild) {
		append(y, &y->wild[y->op[op].rank], op);
	} else if (q) {	/* else nobody ever sends such a message */
		y->messages[from] = false;
		append(y, q, op);
	}
}

/* The first calc of the cpu begins; those that take no time are over. */
static void
run_calcs(play *y, uint32_t rank, uint32_t cpu)
{
	event_queue *q = &y->cpu[(size_t)rank * y->program->cpus + cpu];

	while (q->first != NONE) {
		uint32_t op = q->first;
		int64_t size = y->program->op[op].size;

		release(y, op, FROM_START);
		if (size) {
			if (size > LATEST - y->now)
				die(FAIL_DATA, "%s: computes for more than 2^62 ps", y->program->name);
			push(y, (ideal_event){ y->now + size, rank, cpu });
			return;
		}
		finish(y, take(y, q, NONE));
	}
}

static void
start(play *y, uint32_t op)
{
	const operation *o = &y->program->op[op];
	uint32_t r = y->op[op].rank;
	event_queue *q;

	y->op[op].depth++;
	y->op[op].number = y->numbers++;
	if (o->kind == OP_CALC) {
		q = &y->cpu[(size_t)r * y->program->cpus + o->cpu];
		append(y, q, op);
		if (q->first == op)
			run_calcs(y, r, o->cpu);
		return;
	}
	release(y, op, FROM_START);
	if (o->kind == OP_RECV) {
		receive(y, op);
		return;
	}
	send(y, op);
	finish(y, op);
}

/* Let all operations start that may, round by round. */
static void
start_all(play *y)
{
	while (y->laters) {
		uint64_t *round = y->later;

		y->rounds = y->laters;
		y->later = y->round;
		y->laters = 0;
		y->round = round;
		if (y->rounds > 1)
			qsort(round, y->rounds, sizeof *round, ascending_u64);
		for (uint32_t i = 0; i < y->rounds; i++)
			start(y, (uint32_t)round[i]);
	}
}

static void
happen(play *y, ideal_event e)
{
	const program *p = y->program;

	if (e.cpu == NONE) {
		for (uint32_t i = p->first[e.rank]; i < p->first[e.rank + 1]; i++)
			if (p->op[i].waits == 0)
				set_free(y, i);
	} else {
		finish(y, take(y, &y->cpu[(size_t)e.rank * p->cpus + e.cpu], NONE));
		run_calcs(y, e.rank, e.cpu);
	}
}

/* What waits in vain when nothing happens any more; NULL: nothing. */
static char *
left_over(const play *y)
{
	const program *p = y->program;
	char *op = NULL, *text = NULL;

	for (uint32_t i = 0; i < program_ops(p) && !text; i++)
		if (p->op[i].kind == OP_RECV && y->op[i].waits == 0) {
			op = program_say(p, i);
			text = xprintf("%s: rank %" PRIu32 " waits for a message that does not come, %s", p->name, y->op[i].rank, op);
		}
	for (uint32_t i = 0; i < p->streams && !text; i++)
		if (y->stream[i].first != NONE) {
			op = program_say(p, y->stream[i].first);
			text = xprintf("%s: no rank receives the message of rank %" PRIu32 ", %s", p->name, p->stream[i].from, op);
		}
	free(op);
	return text;
}

/* An iteration, or the first: a rank begins `compute` after it has ended before. */
static char *
iterate(play *y, bool joined, int64_t compute)
{
	const program *p = y->program;

	for (uint32_t r = 0; r < p->ranks; r++) {
		if (compute > LATEST - y->end[r].time)
			die(FAIL_DATA, "%s: computes for more than 2^62 ps", p->name);
		y->end[r].time += compute;
		y->end[r].depth += joined;
		push(y, (ideal_event){ y->end[r].time, r, NONE });
		for (uint32_t i = p->first[r]; i < p->first[r + 1]; i++) {
			y->op[i].waits = p->op[i].waits;
			y->op[i].depth = y->end[r].depth;
		}
	}
	y->numbers = 0;
	while (y->events) {
		y->now = y->heap[0].time;
		while (y->events && y->heap[0].time == y->now)
			happen(y, pop(y));
		start_all(y);
	}
	return left_over(y);
}

static event_queue *
queues(size_t n)
{
	event_queue *q = xalloc(n, sizeof *q);

	for (size_t i = 0; i < n; i++)
		q[i] = (event_queue){ NONE, NONE };
	return q;
}

static void
begin(play *y, const program *p)
{
	size_t ops = (size_t)program_ops(p) + 1, cpus = (size_t)p->ranks * p->cpus;

	*y = (play){ .program = p, .stream = queues(p->streams), .wild = queues(p->ranks), .cpu = queues(cpus) };
	y->op = xalloc(ops, sizeof *y->op);
	y->round = xalloc(ops, sizeof *y->round);
	y->later = xalloc(ops, sizeof *y->later);
	y->messages = xcalloc(p->streams, sizeof *y->messages);
	y->heap = xalloc(p->ranks + cpus, sizeof *y->heap);
	y->end = xcalloc(p->ranks, sizeof *y->end);
	for (uint32_t r = 0; r < p->ranks; r++)
		for (uint32_t i = p->first[r]; i < p->first[r + 1]; i++)
			y->op[i].rank = r;
}

static void
end(play *y)
{
	free_all(y->op, y->round, y->later, y->stream, y->messages, y->wild, y->cpu, y->heap, y->end);
}

/* Where the ranks stood after an iteration. */
typedef struct iteration_mark {
	int64_t iteration;
	rank_end *end;		/* [ranks] */
} iteration_mark;

/* Have all ranks that talk become later by the same time since the mark, and their chains longer by as much? */
static bool
is_regular(const play *y, const iteration_mark *m)
{
	for (const stream *s = y->program->stream; s < y->program->stream + y->program->streams; s++)
		if (y->end[s->from].time - m->end[s->from].time != y->end[s->to].time - m->end[s->to].time ||
			y->end[s->from].depth - m->end[s->from].depth != y->end[s->to].depth - m->end[s->to].depth)
			return false;
	return true;
}

/* What has happened since the mark happens that many times more. */
static void
go_on(play *y, const iteration_mark *m, int64_t times)
{
	for (uint32_t r = 0; r < y->program->ranks; r++) {
		int64_t more;

		if (__builtin_mul_overflow(y->end[r].time - m->end[r].time, times, &more) || more > LATEST - y->end[r].time)
			die(FAIL_DATA, "%s: computes for more than 2^62 ps", y->program->name);
		y->end[r].time += more;
		y->end[r].depth += (y->end[r].depth - m->end[r].depth) * (uint64_t)times;
	}
}

/* Marks are set at iterations 0, 1, 2, 4, 8 …: a period is found when it begins before one and is shorter than it (Brent 1980). */
static char *
iterate_all(play *y, int64_t iterations, int64_t compute)
{
	iteration_mark m = { 0, xalloc(y->program->ranks, sizeof *m.end) };
	char *why = NULL;

	for (int64_t i = 0; i < iterations && !why; i++) {
		why = iterate(y, program_joined(i, compute), compute);
		if (!why && i && is_regular(y, &m)) {
			int64_t times = (iterations - 1 - i) / (i - m.iteration);

			go_on(y, &m, times);
			i += times * (i - m.iteration);
		}
		if ((i & (i - 1)) == 0) {
			m.iteration = i;
			memcpy(m.end, y->end, y->program->ranks * sizeof *m.end);
		}
	}
	free(m.end);
	return why;
}

char *
ideal_run(const program *p, int64_t iterations, int64_t compute, ideal *result)
{
	play y;
	char *why;

	if (p->wild && iterations > 1) {	/* a receive may take a message of another iteration */
		program *all = program_repeat(p, iterations, compute, 0);

		why = ideal_run(all, 1, 0, result);
		program_free(all);
		return why;
	}
	begin(&y, p);
	why = iterate_all(&y, iterations, compute);
	*result = (ideal){ 0 };
	for (uint32_t r = 0; r < p->ranks; r++) {
		if (y.end[r].time > result->time)
			result->time = y.end[r].time;
		if (y.end[r].depth > result->depth)
			result->depth = y.end[r].depth;
	}
	end(&y);
	return why;
}
