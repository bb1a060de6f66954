#include "netsim/jobs/program.h"

#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/machine/costs.h"
#include "netsim/jobs/activity.h"
#include "netsim/jobs/matching.h"
#include "netsim/jobs/completions.h"
#include "netsim/jobs/progress.h"
#include "netsim/jobs/turns.h"

/* What a cpu does; an entry's time says how long. */
enum { WORK_CALC, WORK_SEND /* then the message is posted */, WORK_SENT /* the cost of its bytes */, WORK_RECV,
	WORK_PACKET, WORK_MESSAGE /* stream, serial: the message has arrived whole */ };

/* How long that many bytes keep a cpu, ps; bounded, so that sums do not overflow. */
static int64_t
cost_of_bytes(const rank_costs *c, int64_t bytes)
{
	int64_t cost;

	return __builtin_mul_overflow(bytes, c->byte, &cost) || cost > NEVER / 4 ? NEVER / 4 : cost;
}

/* Operations that may start, in rounds: those of a round go by kind and place, so that sends come first, then receives, then calcs, each
 * in the program's order; what they free at the same moment is the next round. */

enum { PLACE_BITS = 30 };

static void
set_free(rank_context *s, uint32_t place)
{
	traffic_run *r = s->run;
	free_list *f = &r->free[r->round];

	f->key = xgrow(f->key, &f->room, (size_t)f->count + 1, sizeof *f->key);
	f->key[f->count++] = (uint32_t)s->program->op[s->base + place].kind << PLACE_BITS | place;
}

/* The next round, sorted, while what it frees goes to another list; empty: there is none. */
static free_list *
next_round(traffic_run *r)
{
	free_list *f = &r->free[r->round];

	r->round = !r->round;
	r->free[r->round].count = 0;
	if (f->count > 1)
		qsort(f->key, f->count, sizeof *f->key, ascending_u32);
	return f;
}

/* Those that wait for op[at] to start, or to finish, wait for one less. */
static void
release(rank_context *s, uint32_t at, uint32_t how)
{
	const program *p = s->program;

	for (uint32_t k = p->op[at].first; k < p->op[at + 1].first; k++) {
		uint32_t place = p->follower[k] & ~FROM_START;

		if ((p->follower[k] & FROM_START) == how && --s->job->waits[s->base + place] == 0)
			set_free(s, place);
	}
}

/* The message op[at], if it is one, is under way, for one reason more or less. */
static void
move(const rank_context *s, uint32_t at, int more)
{
	if (s->run->activity && s->program->op[at].kind != OP_CALC)
		activity_moves(s->run, s->number, s->program->op[at].purpose, more);
}

static void
finish(rank_context *s, uint32_t at)
{
	move(s, at, -1);
	s->job->waits[at] = DONE;
	s->task->awaited--;
	release(s, at, 0);
}

/* Sends. */

/* Those of an interface; where each task has one of its own, none is left for any. */
static message_outlet *
outlet_of(const rank_context *s, uint32_t which)
{
	return &s->job->outlet[(size_t)s->rank * s->job->outlets + which];
}

/* Do the packets of a message leave by any interface, though others leave by the task's own? */
static bool
is_striped(const machine *m, const operation *o)
{
	return !o->nic && o->size > m->stripe;
}

static message_outlet *
outlet_for(const rank_context *s, const operation *o)
{
	const machine *m = s->run->net->machine;
	bool own = m->nic_choice == NIC_OF_TASK && !is_striped(m, o);

	return outlet_of(s, o->nic ? o->nic - 1U : own ? s->task->nic : s->job->outlets - 1);
}

/* The interface may have this message. */
static void
hand_over(rank_context *s, list_entry n)
{
	list_append(s->run, s->job->outlet ? &outlet_for(s, &s->program->op[n.op])->out : &s->task->outlet.out, n);
	s->task->uncut++;
	interface_post(s->run, s->task->node);
}

/* Let it have the next message, when the gap behind the last one is over; behind one that takes turns it counts from now. */
static void
let_out(rank_context *s)
{
	rank_state *k = s->state;
	list_entry n;

	if (k->way_out == OUT_FREE && k->held.first && k->out_free > now_of(s)) {
		k->way_out = OUT_WAITS;
		rank_call(s->run, s->number, k->out_free);
	}
	if (k->way_out != OUT_FREE || !k->held.first)
		return;
	n = list_take(s->run, &k->held);
	k->way_out = OUT_BUSY;
	hand_over(s, n);
	if (takes_turns(s->run->net->machine, s->program->op[n.op].size)) {
		k->way_out = OUT_FREE;
		k->out_free = now_of(s) + costs_of(s)->gap;
		let_out(s);
	}
}

/* The message may leave, when the gap behind others is over. */
static void
let_go(rank_context *s, list_entry n)
{
	if (costs_of(s)->gap > 0) {
		list_append(s->run, &s->state->held, n);
		let_out(s);
	} else {
		hand_over(s, n);
	}
}

/* The message of a send is handed over, or announced; the send is over now, or when that has left, or has been received. */
static void
post(rank_context *s, uint32_t at)
{
	traffic_run *r = s->run;
	const operation *o = &s->program->op[at];
	case_job *b = &r->job[s->task->job];
	uint32_t serial = s->job->sent[o->stream]++;
	list_entry n = { .time = now_of(s), .op = at, .serial = serial };

	b->comm_bytes += (uint64_t)o->size;
	if (o->size > costs_of(s)->eager)
		list_append(r, &s->state->unmatched, n);
	if (stay_within(r->net->machine, s->task->node, r->task[b->first_task + o->peer].node)) {
		const machine *m = r->net->machine;
		flight f = { .posted = NEVER, .left = o->size, .phase = serial, .stream = o->stream, .job = s->task->job,
			.to = r->job[s->task->job].first_task + o->peer };

		/* A message to another task of the node, at no cost or through its memory; or of its domain. */
		if (tasks_send_within(r, s->number, &f, o->free, m->reverse[m->router_links + interface_of(m, s->task->node, 0)]))	/* as others come */
			program_arrived(r, &f, o->size);
		return;
	}
	s->task->unsent++;
	move(s, at, 1);
	r->under_way += s->task->phase < b->goal;
	if (handshake_asks(s, o))
		handshake_ask(s, (arrival){ o->stream, serial, true });
	else
		let_go(s, n);
}

/* A send beyond the eager size ends when its cost is paid and its message was received.  One of the two has happened. */
static void
end_half(rank_context *s, uint32_t at)
{
	if (s->job->waits[at] == HALF_DONE)
		finish(s, at);
	else
		s->job->waits[at] = HALF_DONE;
}

/* The entry of the message `serial` of a stream, behind *before; 0: there is none. */
static uint32_t
find_unmatched(const rank_context *s, uint32_t stream_id, uint32_t serial, uint32_t *before)
{
	const traffic_run *r = s->run;
	uint32_t id = s->state->unmatched.first;

	*before = 0;
	for (; id && !(r->entry[id].serial == serial && s->program->op[r->entry[id].op].stream == stream_id); id = r->entry[id].next)
		*before = id;
	return id;
}

/* The message `serial` of a stream was received. */
static void
hear_received(rank_context *s, uint32_t stream_id, uint32_t serial)
{
	uint32_t before, id = find_unmatched(s, stream_id, serial, &before);

	if (id)
		end_half(s, list_remove(s->run, &s->state->unmatched, before).op);
}

/* The cost of the send op[at] is paid. */
static void
end_send(rank_context *s, uint32_t at)
{
	const operation *o = &s->program->op[at];
	const task *to = &s->run->task[s->number - s->rank + o->peer];

	if (o->size > costs_of(s)->eager)
		end_half(s, at);
	else if (!s->job->sends_leave || stay_within(s->run->net->machine, s->task->node, to->node))
		finish(s, at);
}

/* What a cpu does. */

static processor *
cpu_of(const rank_context *s, uint8_t cpu)
{
	return &s->job->cpu[(size_t)s->rank * s->program->cpus + cpu];
}

static void take_in(rank_context *s, arrival m);

/* It has been done. */
static void
end_work(rank_context *s, const list_entry *n)
{
	switch (n->kind) {
	case WORK_SEND:
		post(s, n->op);
		break;
	case WORK_SENT:
		end_send(s, n->op);
		break;
	case WORK_MESSAGE:
		take_in(s, (arrival){ n->stream, n->serial, false });
		break;
	case WORK_PACKET:
		break;
	default:
		finish(s, n->op);
		break;
	}
}

/* An idle cpu does what is next; what takes no time is done at once. */
static void
work_on(rank_context *s, processor *c)
{
	traffic_run *r = s->run;

	while (c->end == NEVER && c->work.first) {
		list_entry n = r->entry[c->work.first];

		if (n.kind == WORK_CALC || n.kind == WORK_SEND)
			release(s, n.op, FROM_START);
		if (n.time > 0) {
			if (r->activity && n.kind == WORK_CALC)
				activity_computes(r, s->number, 1);
			c->end = now_of(s) + n.time;
			rank_call(r, s->number, c->end);
		} else {
			list_take(r, &c->work);
			end_work(s, &n);
		}
	}
}

static void
add_work(rank_context *s, uint8_t cpu, list_entry n)
{
	processor *c = cpu_of(s, cpu);

	if (n.time > 0)		/* what takes no time does not keep it */
		c->busy = (c->busy > now_of(s) ? c->busy : now_of(s)) + n.time;
	list_append(s->run, &c->work, n);
	work_on(s, c);
}

/* What ends now. */
static void
end_works(rank_context *s)
{
	for (uint32_t k = 0; k < s->program->cpus; k++) {
		processor *c = cpu_of(s, (uint8_t)k);
		list_entry n;

		if (c->end != now_of(s))
			continue;
		c->end = NEVER;
		c->idle = now_of(s);
		n = list_take(s->run, &c->work);
		if (s->run->activity && n.kind == WORK_CALC)
			activity_computes(s->run, s->number, -1);
		end_work(s, &n);
		work_on(s, c);
	}
}

/* Messages come. */

/* The receive op[at] has got this message, or its announcement. */
static void
get(rank_context *s, uint32_t at, arrival m)
{
	const rank_costs *c = costs_of(s);
	int64_t cost;

	if (m.asks) {
		handshake_answer(s, at, m);
		return;
	}
	if (c->eager != INT64_MAX && s->program->stream[m.stream].from == s->rank)
		hear_received(s, m.stream, m.serial);	/* what this frees starts in the next round */
	else if (c->eager != INT64_MAX)
		completions_add(s->run, s->number - s->rank + s->program->stream[m.stream].from,
			(list_entry){ .kind = SEND_RECEIVED, .stream = m.stream, .serial = m.serial });
	cost = s->program->op[at].free ? 0 : cost_of_receive(c, s->program->op[at].size, s->program->op[at].sums);
	if (cost > 0)
		add_work(s, s->program->op[at].cpu, (list_entry){ .kind = WORK_RECV, .op = at, .time = cost });
	else
		finish(s, at);
}

static void
take_in(rank_context *s, arrival m)
{
	uint32_t taker = m.asks ? NONE : handshake_taker(s, m);

	if (taker != NONE)
		get(s, taker, m);
	else if (matching_in_turn(s, m))
		do {
			uint32_t at = matching_message(s, m);

			if (at != NONE)
				get(s, at, m);
		} while (matching_overtaken(s, &m));
}

/* The bytes of a packet keep the first cpu; it has begun with those that came while it was idle. */
static void
work_on_packet(rank_context *s, int64_t bytes)
{
	const processor *c = cpu_of(s, 0);
	int64_t cost = cost_of_bytes(costs_of(s), bytes), most = time_on_link(s->run, s->task->node, bytes);
	int64_t idle = c->end == NEVER ? now_of(s) - c->idle : 0, ahead = idle < most ? idle : most;

	add_work(s, 0, (list_entry){ .kind = WORK_PACKET, .time = cost > ahead ? cost - ahead : 0 });
}

static void
hear(rank_context *s, const list_entry *n)
{
	switch (n->kind) {
	case MESSAGE_ARRIVED:
		if (costs_of(s)->byte > 0)	/* behind the work on its packets */
			add_work(s, 0, (list_entry){ .kind = WORK_MESSAGE, .stream = n->stream, .serial = n->serial });
		else
			take_in(s, (arrival){ n->stream, n->serial, false });
		break;
	case PACKET_ARRIVED:
		work_on_packet(s, (int64_t)((uint64_t)n->op << 32 | n->number));
		break;
	case SEND_LEFT:
		finish(s, n->op);
		break;
	case SEND_RECEIVED:
		hear_received(s, n->stream, n->serial);
		break;
	case SEND_ASKED:
		take_in(s, (arrival){ n->stream, n->serial, true });
		break;
	case SEND_ANSWERED:
		let_go(s, s->run->entry[find_unmatched(s, n->stream, n->serial, &(uint32_t){ 0 })]);
		break;
	}
}

/* Operations start. */

static void
start_send(rank_context *s, uint32_t at)
{
	const operation *o = &s->program->op[at];
	const rank_costs *c = costs_of(s);
	int64_t cost = cost_of_send(c, o->size);

	if (!o->free && (cost > 0 || c->byte > 0)) {
		add_work(s, o->cpu, (list_entry){ .kind = WORK_SEND, .op = at, .time = cost });
		add_work(s, o->cpu, (list_entry){ .kind = WORK_SENT, .op = at, .time = cost_of_bytes(c, o->size) });
		return;
	}
	release(s, at, FROM_START);
	post(s, at);
	end_send(s, at);
}

static void
start(rank_context *s, uint32_t at)
{
	const operation *o = &s->program->op[at];
	arrival m;

	move(s, at, 1);
	switch (o->kind) {
	case OP_SEND:
		start_send(s, at);
		break;
	case OP_RECV:
		release(s, at, FROM_START);
		if (matching_receive(s, at, &m))
			get(s, at, m);
		break;
	case OP_CALC:
		add_work(s, o->cpu, (list_entry){ .kind = WORK_CALC, .op = at, .time = o->size });
		break;
	}
}

static void
settle(rank_context *s)
{
	do {
		const free_list *f;

		while (s->state->completions.first) {
			list_entry n = list_take(s->run, &s->state->completions);

			hear(s, &n);
		}
		/* Let all operations start that may, until none may. */
		while ((f = next_round(s->run))->count)
			for (uint32_t i = 0; i < f->count; i++)
				start(s, s->base + (f->key[i] & ((UINT32_C(1) << PLACE_BITS) - 1)));
	} while (s->state->completions.first);
	if (s->task->awaited == 0)
		tasks_check(s->run, s->number);
}

void
program_begin(traffic_run *r, uint32_t t)
{
	const case_job *b = &r->job[r->task[t].job];
	const program *p = b->progress->program;
	rank_context s;

	if (t - b->first_task >= p->ranks) {
		tasks_check(r, t);
		return;
	}
	s = progress_of(r, t);
	s.task->awaited = p->first[s.rank + 1] - s.base;
	for (uint32_t i = s.base; i < p->first[s.rank + 1]; i++) {
		s.job->waits[i] = p->op[i].waits;
		if (p->op[i].waits == 0)
			set_free(&s, i - s.base);
	}
	settle(&s);
}

/* What happened to the rank by now; apart from program_catch_up, which mostly finds nothing. */
__attribute__((noinline)) static void
go_on(rank_context *s)
{
	rank_state *k = s->state;

	if (k->way_out == OUT_WAITS && k->out_free <= now_of(s)) {
		k->way_out = OUT_FREE;
		let_out(s);
	}
	end_works(s);
	completions_due(s->run, s->state);
	settle(s);
}

/* What leaves its node at this time has left, though the interface has not looked yet. */
static void
leave(const rank_context *s)
{
	traffic_run *r = s->run;
	const machine *m = r->net->machine;
	uint32_t hearing = r->current_task;

	for (uint32_t k = 0; k < m->nics; k++) {
		uint32_t i = interface_of(m, s->task->node, k);
		interface *f = &r->interface[i];

		if (f->leaving != s->number || port_of(r->net, m->router_links + i)->free > now_of(s))
			continue;
		f->leaving = NONE;
		r->current_task = s->number;
		program_left(r, s->number, f->operation);
		r->current_task = hearing;
	}
}

/* Has anything happened to it? */
static bool
is_behind(const rank_context *s)
{
	const rank_state *k = s->state;
	int64_t now = now_of(s);

	if (k->way_out == OUT_WAITS && k->out_free <= now)
		return true;
	for (uint32_t c = 0; c < s->program->cpus; c++)
		if (cpu_of(s, (uint8_t)c)->end == now)
			return true;
	return k->completions.first || (k->arriving.first && s->run->entry[k->arriving.first].time <= now);
}

bool
program_catch_up(traffic_run *r, uint32_t t)
{
	const case_job *b = &r->job[r->task[t].job];
	rank_context s;

	if (!b->progress || t - b->first_task >= b->progress->program->ranks)	/* of a job that had the node before, or gets it */
		return false;
	s = progress_of(r, t);
	leave(&s);
	if (!is_behind(&s))
		return false;
	go_on(&s);
	return true;
}

/* Hand over between network and programs. */

bool
program_hears_all(const traffic_run *r, const flight *f)
{
	const machine *m = r->net->machine;

	return f->posted != NEVER && !r->job[f->job].progress->empties && !m->memory_latency && !m->memory_bw && !m->domain && m->nics == 1 &&
		m->costs.eager == INT64_MAX;
}

void
program_arrived(traffic_run *r, const flight *f, int64_t bytes)
{
	r->job[f->job].messages++;
	completions_packet(r, f, bytes, true);
}

void
program_left(traffic_run *r, uint32_t t, uint32_t at)
{
	rank_context s = progress_of(r, t);
	const operation *o = &s.program->op[at];
	int64_t gap = costs_of(&s)->gap;

	move(&s, at, -1);
	if (s.job->sends_leave && o->size <= costs_of(&s)->eager)
		completions_add(r, t, (list_entry){ .kind = SEND_LEFT, .op = at });
	if (gap > 0 && !takes_turns(r->net->machine, o->size)) {
		s.state->way_out = OUT_FREE;
		s.state->out_free = now_of(&s) + gap;
		let_out(&s);
	}
	if (--s.task->unsent == 0 && s.task->awaited == 0)
		tasks_check(r, t);
}

void
program_next(traffic_run *r, uint32_t t, message_outlet *out)
{
	rank_context s = progress_of(r, t);
	list_entry n = list_take(r, &out->out);
	const operation *o = &s.program->op[n.op];
	const case_job *b = &r->job[s.task->job];
	uint64_t iteration = s.task->phase - (s.task->phase == b->goal && !r->mode->endless);	/* a task may end before its messages leave */
	uint32_t to = b->first_task + o->peer, id = flight_new(r);

	out->flight = id;
	out->left = o->size;
	*flight_of(r, id) = (flight){ .posted = n.time, .left = o->size, .phase = iteration << 32 | n.serial, .stream = o->stream,
		.job = s.task->job, .to = to, .node = r->task[to].node, .to_nic = o->to_nic,
		.striped = is_striped(r->net->machine, o), .operation = n.op };
}

bool
program_names(const traffic_run *r, uint32_t t)
{
	const progress *g = r->job[r->task[t].job].progress;

	return g && g->outlet;
}

static bool
outlet_sends(const message_outlet *o)
{
	return o->flight != NONE || o->out.first || o->turns.count > 0;
}

message_outlet *
program_outlet(traffic_run *r, uint32_t t, uint32_t nic, bool turn, bool *shared)
{
	rank_context s = progress_of(r, t);
	message_outlet *any = outlet_of(&s, s.job->outlets - 1);

	*shared = !outlet_sends(outlet_of(&s, nic));
	return !*shared ? outlet_of(&s, nic) : turn && outlet_sends(any) ? any : NULL;
}
