/* program -- see program.h.
 *
 * Each rank's state is touched by the part of its node alone; of a stream the sender counts what it has sent, the receiver keeps the
 * rest.  Notes are the links of all lists; each part has its own. */
#include "netsim/jobs/program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "netsim/engine/link.h"

#define DONE UINT32_MAX	/* in progress.waits: the operation has finished */
#define LEFT NEVER	/* in a rank's news: a message has left, none has come */

/* A list in order; NONE: it is empty. */
typedef struct fifo {
	uint32_t first, last;
} fifo;

static const fifo empty = { NONE, NONE };

/* The receiver's side of a stream. */
typedef struct inlet {
	uint32_t come;		/* messages so far, in order */
	fifo waiting;		/* receives posted and not served, or messages that nobody has received */
	fifo overtakers;	/* messages that came before earlier ones */
	bool messages;		/* what waits is messages */
} inlet;

/* A cpu of a rank. */
typedef struct processor {
	fifo calcs;		/* the first one runs */
	int64_t end;		/* of that; NEVER: idle */
} processor;

typedef struct rank_state {
	fifo out;		/* messages to other nodes, posted and not cut */
	fifo news;		/* of this picosecond: messages that have come, or have left */
	fifo wild;		/* receives posted that take any source or tag */
	uint32_t leaving;	/* the send whose message is being cut, or has left last */
	uint32_t numbers;	/* receives posted and messages come so far: who was first */
	bool called;		/* program_settle is under way for this picosecond */
} rank_state;

typedef struct progress {
	const program *program;
	bool sends_leave;
	uint32_t *waits;	/* [ops], what each still waits for; DONE */
	uint32_t *sent;		/* [streams] */
	inlet *inlet;		/* [streams] */
	processor *cpu;		/* [ranks * cpus] */
	rank_state *rank;	/* [ranks] */
} progress;

progress *
progress_new(const program *p, bool sends_leave)
{
	progress *g = xcalloc(1, sizeof *g);

	g->program = p;
	g->sends_leave = sends_leave;
	g->waits = xalloc((size_t)program_ops(p) + 1, sizeof *g->waits);
	g->sent = xcalloc((size_t)p->streams + 1, sizeof *g->sent);
	g->inlet = xalloc((size_t)p->streams + 1, sizeof *g->inlet);
	g->cpu = xalloc((size_t)p->ranks * p->cpus + 1, sizeof *g->cpu);
	g->rank = xalloc(p->ranks, sizeof *g->rank);
	for (uint32_t i = 0; i < p->streams; i++)
		g->inlet[i] = (inlet){ .waiting = empty, .overtakers = empty };
	for (uint32_t i = 0; i < p->ranks * p->cpus; i++)
		g->cpu[i] = (processor){ empty, NEVER };
	for (uint32_t i = 0; i < p->ranks; i++)
		g->rank[i] = (rank_state){ .out = empty, .news = empty, .wild = empty, .leaving = NONE };
	return g;
}

void
progress_free(progress *g)
{
	if (!g)
		return;
	free(g->waits);
	free(g->sent);
	free(g->inlet);
	free(g->cpu);
	free(g->rank);
	free(g);
}

/* What the functions below work on: a rank in the middle of its moment. */
typedef struct scene {
	traffic_run *run;
	progress *job;
	const program *program;
	rank_state *state;
	task *task;
	uint32_t number, rank, base;	/* the task; its rank; where its operations begin */
} scene;

static scene
scene_of(traffic_run *r, uint32_t t)
{
	const job *b = &r->job[r->task[t].job];
	progress *g = b->progress;
	uint32_t rank = t - b->first_task;

	return (scene){ r, g, g->program, &g->rank[rank], &r->task[t], t, rank, g->program->first[rank] };
}

/* Lists. */

static uint32_t
note_new(traffic_run *r, note n)
{
	uint32_t id = r->note_free;

	if (id != NONE) {
		r->note_free = r->note[id].next;
	} else {
		r->note = xgrow(r->note, &r->note_room, (size_t)r->notes + 1, sizeof *r->note);
		id = r->notes++;
	}
	n.next = NONE;
	r->note[id] = n;
	return id;
}

static void
append(traffic_run *r, fifo *list, note n)
{
	uint32_t id = note_new(r, n);

	if (list->first == NONE)
		list->first = id;
	else
		r->note[list->last].next = id;
	list->last = id;
}

/* Take the note behind `before` (NONE: the first) out of the list. */
static note
take_behind(traffic_run *r, fifo *list, uint32_t before)
{
	uint32_t id = before == NONE ? list->first : r->note[before].next;
	note n = r->note[id];

	*(before == NONE ? &list->first : &r->note[before].next) = n.next;
	if (list->last == id)
		list->last = before;
	r->note[id].next = r->note_free;
	r->note_free = id;
	return n;
}

static note
take(traffic_run *r, fifo *list)
{
	return take_behind(r, list, NONE);
}

/* Operations that may start, in rounds: those of a round go by kind and place, so that sends come first, then receives, then calcs, each
 * in the program's order; what they free at the same moment is the next round. */

enum { PLACE_BITS = 30 };

static void
set_free(scene *s, uint32_t place)
{
	traffic_run *r = s->run;
	free_list *f = &r->free[r->round];

	f->key = xgrow(f->key, &f->room, (size_t)f->count + 1, sizeof *f->key);
	f->key[f->count++] = (uint32_t)s->program->op[s->base + place].kind << PLACE_BITS | place;
}

static int
by_key(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* The next round, sorted, while what it frees goes to another list; empty: there is none. */
static free_list *
next_round(traffic_run *r)
{
	free_list *f = &r->free[r->round];

	r->round = !r->round;
	r->free[r->round].count = 0;
	if (f->count > 1)
		qsort(f->key, f->count, sizeof *f->key, by_key);
	return f;
}

/* Those that wait for op[at] to start, or to finish, wait for one less. */
static void
release(scene *s, uint32_t at, uint32_t how)
{
	const program *p = s->program;

	for (uint32_t k = p->op[at].first; k < p->op[at + 1].first; k++) {
		uint32_t place = p->follower[k] & ~FROM_START;

		if ((p->follower[k] & FROM_START) == how && --s->job->waits[s->base + place] == 0)
			set_free(s, place);
	}
}

static void
finish(scene *s, uint32_t at)
{
	s->job->waits[at] = DONE;
	s->task->awaited--;
	release(s, at, 0);
}

/* Come back to this task at `time`, behind all else of that time. */
static void
call(traffic_run *r, uint32_t t, int64_t time)
{
	network *n = r->net;
	uint32_t id = packet_new(n);

	packet_of(n, id)->kind = TIMER;
	packet_of(n, id)->message = t;
	packet_of(n, id)->word = 1;
	packet_of(n, id)->link = packet_of(n, id)->out = NONE;
	calendar_push(&n->calendar, id, time, task_order(n, t));
}

static void
add_news(traffic_run *r, uint32_t t, note n)
{
	const job *b = &r->job[r->task[t].job];
	rank_state *k = &b->progress->rank[t - b->first_task];

	append(r, &k->news, n);
	if (!k->called)
		call(r, t, r->net->calendar.now);
	k->called = true;
}

/* Messages and receives. */

static bool
takes(const operation *o, const stream *from)
{
	return (o->peer == ANY || o->peer == from->from) && (o->tag == ANY || o->tag == from->tag);
}

/* The first receive of the rank that takes anything and fits; its note is behind *before. */
static uint32_t
find_wild(const scene *s, const stream *from, uint32_t *before)
{
	const traffic_run *r = s->run;

	*before = NONE;
	for (uint32_t id = s->state->wild.first; id != NONE; id = r->note[id].next) {
		if (takes(&s->program->op[r->note[id].op], from))
			return id;
		*before = id;
	}
	return NONE;
}

/* The next message of a stream has come: who posted first receives it. */
static void
message_comes(scene *s, uint32_t stream_id)
{
	traffic_run *r = s->run;
	inlet *in = &s->job->inlet[stream_id];
	uint32_t own = in->messages ? NONE : in->waiting.first, before, wild = find_wild(s, &s->program->stream[stream_id], &before);

	in->come++;
	if (wild != NONE && (own == NONE || r->note[wild].number < r->note[own].number)) {
		finish(s, take_behind(r, &s->state->wild, before).op);
	} else if (own != NONE) {
		finish(s, take(r, &in->waiting).op);
	} else {
		in->messages = true;
		append(r, &in->waiting, (note){ .number = s->state->numbers++ });
	}
}

/* Is there a message of the stream that has come before its turn, and is it its turn?  Take it. */
static bool
take_overtaker(scene *s, inlet *in)
{
	traffic_run *r = s->run;
	uint32_t before = NONE;

	for (uint32_t id = in->overtakers.first; id != NONE; before = id, id = r->note[id].next)
		if (r->note[id].number == in->come) {
			take_behind(r, &in->overtakers, before);
			return true;
		}
	return false;
}

/* A message has come, the serial-th of its stream. */
static void
take_in(scene *s, uint32_t stream_id, uint32_t serial)
{
	inlet *in = &s->job->inlet[stream_id];

	if (serial != in->come) {
		append(s->run, &in->overtakers, (note){ .number = serial });
		return;
	}
	do
		message_comes(s, stream_id);
	while (take_overtaker(s, in));
}

/* Of the messages that nobody has received, the first that came and that a receive of anything takes; NO_STREAM. */
static uint32_t
first_come(const scene *s, const operation *o)
{
	const program *p = s->program;
	uint32_t first = NO_STREAM, number = 0;

	for (uint32_t i = p->stream_first[s->rank]; i < p->stream_first[s->rank + 1]; i++) {
		const inlet *in = &s->job->inlet[i];

		if (!in->messages || in->waiting.first == NONE || !takes(o, &p->stream[i]))
			continue;
		if (first == NO_STREAM || s->run->note[in->waiting.first].number < number) {
			first = i;
			number = s->run->note[in->waiting.first].number;
		}
	}
	return first;
}

/* Operations start. */

static void
start_recv(scene *s, uint32_t at)
{
	const operation *o = &s->program->op[at];
	bool wild = o->peer == ANY || o->tag == ANY;
	uint32_t from = wild ? first_come(s, o) : o->stream;
	inlet *in = from == NO_STREAM ? NULL : &s->job->inlet[from];
	note posted = { .op = at, .number = s->state->numbers++ };

	if (in && in->messages && in->waiting.first != NONE) {
		take(s->run, &in->waiting);
		finish(s, at);
	} else if (wild) {
		append(s->run, &s->state->wild, posted);
	} else if (in) {	/* else nobody ever sends such a message */
		in->messages = false;
		append(s->run, &in->waiting, posted);
	}
}

/* A message to another task of the node: at no cost, or through its memory. */
static void
send_within(scene *s, uint32_t to, const operation *o, uint32_t serial)
{
	traffic_run *r = s->run;
	job *b = &r->job[s->task->job];
	int64_t cost = tasks_memory_cost(r, o->size);
	uint32_t flight_id;

	if (cost == 0) {
		b->payload += (uint64_t)o->size;
		tasks_count_arrival(r, b);
		add_news(r, to, (note){ .op = o->stream, .number = serial });
		return;
	}
	flight_id = flight_new(r);
	*flight_of(r, flight_id) = (flight){ .posted = NEVER, .left = o->size, .phase = serial, .stream = o->stream, .job = s->task->job, .to = to };
	tasks_deliver_within(r, flight_id, to, cost);
}

static void
start_send(scene *s, uint32_t at)
{
	traffic_run *r = s->run;
	const operation *o = &s->program->op[at];
	job *b = &r->job[s->task->job];
	uint32_t to = b->first_task + o->peer, serial = s->job->sent[o->stream]++;
	bool leaves = r->task[to].node != s->task->node;

	b->comm_bytes += (uint64_t)o->size;
	if (leaves) {
		append(r, &s->state->out, (note){ .time = r->net->calendar.now, .op = at, .number = serial });
		s->task->unsent++;
		s->task->uncut++;
		r->under_way += s->task->phase < b->goal;
		interface_post(r, s->task->node);
	} else {
		send_within(s, to, o, serial);
	}
	if (!leaves || !s->job->sends_leave)
		finish(s, at);
}

/* The first calc of a cpu runs, and what ends at once has ended. */
static void
run_calcs(scene *s, processor *c)
{
	traffic_run *r = s->run;

	while (c->calcs.first != NONE) {
		uint32_t at = r->note[c->calcs.first].op;
		int64_t takes = s->program->op[at].size;

		release(s, at, FROM_START);
		if (takes > 0) {
			c->end = r->net->calendar.now + takes;
			call(r, s->number, c->end);
			return;
		}
		take(r, &c->calcs);
		finish(s, at);
	}
}

static void
start_calc(scene *s, uint32_t at)
{
	processor *c = &s->job->cpu[(size_t)s->rank * s->program->cpus + s->program->op[at].cpu];

	append(s->run, &c->calcs, (note){ .op = at });
	if (c->end == NEVER)
		run_calcs(s, c);
}

static void
start(scene *s, uint32_t at)
{
	uint8_t what = s->program->op[at].kind;

	if (what == OP_CALC) {
		start_calc(s, at);
		return;
	}
	release(s, at, FROM_START);
	if (what == OP_SEND)
		start_send(s, at);
	else
		start_recv(s, at);
}

/* Let all operations start that may, until none may. */
static void
start_all(scene *s)
{
	const free_list *f;

	while ((f = next_round(s->run))->count)
		for (uint32_t i = 0; i < f->count; i++)
			start(s, s->base + (f->key[i] & ((UINT32_C(1) << PLACE_BITS) - 1)));
}

/* Calcs that end now. */
static void
end_calcs(scene *s)
{
	for (uint32_t k = 0; k < s->program->cpus; k++) {
		processor *c = &s->job->cpu[(size_t)s->rank * s->program->cpus + k];

		if (c->end != s->run->net->calendar.now)
			continue;
		c->end = NEVER;
		finish(s, take(s->run, &c->calcs).op);
		run_calcs(s, c);
	}
}

static void
settle(scene *s)
{
	do {
		while (s->state->news.first != NONE) {
			note n = take(s->run, &s->state->news);

			if (n.time == LEFT)
				finish(s, n.op);
			else
				take_in(s, n.op, n.number);
		}
		start_all(s);
	} while (s->state->news.first != NONE);
	if (s->task->awaited == 0)
		tasks_check(s->run, s->number);
}

void
program_begin(traffic_run *r, uint32_t t)
{
	const job *b = &r->job[r->task[t].job];
	const program *p = b->progress->program;
	scene s;

	if (t - b->first_task >= p->ranks) {
		tasks_check(r, t);
		return;
	}
	s = scene_of(r, t);
	s.task->awaited = p->first[s.rank + 1] - s.base;
	for (uint32_t i = s.base; i < p->first[s.rank + 1]; i++) {
		s.job->waits[i] = p->op[i].waits;
		if (p->op[i].waits == 0)
			set_free(&s, i - s.base);
	}
	settle(&s);
}

void
program_settle(traffic_run *r, uint32_t t)
{
	scene s = scene_of(r, t);

	s.state->called = false;
	if (!s.task->running)	/* what came is for the next iteration */
		return;
	end_calcs(&s);
	settle(&s);
}

/* Hand over between network and programs. */

void
program_arrived(traffic_run *r, const flight *f)
{
	tasks_count_arrival(r, &r->job[f->job]);
	add_news(r, f->to, (note){ .op = f->stream, .number = (uint32_t)f->phase });
}

void
program_left(traffic_run *r, uint32_t t)
{
	scene s = scene_of(r, t);

	if (s.job->sends_leave)
		add_news(r, t, (note){ .time = LEFT, .op = s.state->leaving });
	if (--s.task->unsent == 0 && s.task->awaited == 0)
		tasks_check(r, t);
}

void
program_next(traffic_run *r, uint32_t t)
{
	scene s = scene_of(r, t);
	note n = take(r, &s.state->out);
	const operation *o = &s.program->op[n.op];
	const job *b = &r->job[s.task->job];
	uint64_t iteration = s.task->phase - (s.task->phase == b->goal && !r->steady);	/* a task may end before its messages leave */
	uint32_t to = b->first_task + o->peer, id = flight_new(r);

	s.state->leaving = n.op;
	s.task->flight = id;
	s.task->left = o->size;
	*flight_of(r, id) = (flight){ .posted = n.time, .left = o->size, .phase = iteration << 32 | n.number, .stream = o->stream,
		.job = s.task->job, .to = to, .node = r->task[to].node };
}

/* What is left over. */

/* A message of the stream that was sent and not received: the first such. */
static char *
say_unreceived(const progress *g, uint32_t stream_id, uint32_t received)
{
	const program *p = g->program;
	uint32_t from = p->stream[stream_id].from, of = 0, k;
	char *op, *text;

	for (uint32_t i = p->first[from]; i < p->first[from + 1]; i++)
		of += p->op[i].kind == OP_SEND && p->op[i].stream == stream_id;
	k = received % of;
	for (uint32_t i = p->first[from];; i++)
		if (p->op[i].kind == OP_SEND && p->op[i].stream == stream_id && k-- == 0) {
			op = program_say(p, i);
			text = xprintf("%s: nobody receives the message of rank %" PRIu32 ", %s", p->name, from, op);
			free(op);
			return text;
		}
}

/* How many messages nobody has received, of those that wait at the end of the stream. */
static uint32_t
unreceived(const traffic_run *r, const inlet *in)
{
	uint32_t count = 0;

	for (uint32_t id = in->messages ? in->waiting.first : NONE; id != NONE; id = r->note[id].next)
		count++;
	return count;
}

/* What rank waits for: an operation that has started and not ended, if it is a receive. */
static char *
say_waiting(const progress *g, uint32_t rank)
{
	const program *p = g->program;

	for (uint32_t i = p->first[rank]; i < p->first[rank + 1]; i++)
		if (p->op[i].kind == OP_RECV && g->waits[i] == 0) {
			char *op = program_say(p, i), *text = xprintf("%s: rank %" PRIu32 " waits for a message that does not come, %s", p->name, rank, op);

			free(op);
			return text;
		}
	return NULL;
}

char *
program_left_over(const traffic_run *r, uint32_t j)
{
	const job *b = &r->job[j];
	const progress *g = b->progress;

	if (!g)
		return NULL;
	for (uint32_t k = 0; k < g->program->ranks; k++)
		if (r->task[b->first_task + k].running) {
			char *text = say_waiting(g, k);

			if (text)
				return text;
		}
	for (uint32_t i = 0; i < g->program->streams; i++) {
		const inlet *in = &g->inlet[i];
		const traffic_run *at = run_of_node(r, r->task[b->first_task + g->program->stream[i].to].node);
		uint32_t left = unreceived(at, in);

		if (left || g->sent[i] != in->come)
			return say_unreceived(g, i, in->come - left);
	}
	return NULL;
}
