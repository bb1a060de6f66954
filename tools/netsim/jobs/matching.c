/* matching -- see matching.h.  Receives that name source and tag wait at their stream, others in a list of their own; each has the number
 * in which it was posted. */
#include "netsim/jobs/matching.h"

static bool
fits(const operation *o, const stream *from)
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
		if (fits(&s->program->op[r->note[id].op], from))
			return id;
		*before = id;
	}
	return NONE;
}

bool
matching_in_turn(scene *s, arrival m)
{
	inlet *in = &s->job->inlet[m.stream];

	if (m.serial == in->come)
		return true;
	append(s->run, &in->overtakers, (note){ .number = m.serial });
	return false;
}

uint32_t
matching_message(scene *s, uint32_t stream_id)
{
	traffic_run *r = s->run;
	inlet *in = &s->job->inlet[stream_id];
	uint32_t own = in->messages ? NONE : in->waiting.first, before, wild = find_wild(s, &s->program->stream[stream_id], &before);
	uint32_t serial = in->come++;

	if (wild != NONE && (own == NONE || r->note[wild].number < r->note[own].number))
		return take_behind(r, &s->state->wild, before).op;
	if (own != NONE)
		return take(r, &in->waiting).op;
	in->messages = true;
	append(r, &in->waiting, (note){ .op = serial, .number = s->state->numbers++ });
	return NONE;
}

bool
matching_overtaken(scene *s, uint32_t stream_id)
{
	traffic_run *r = s->run;
	inlet *in = &s->job->inlet[stream_id];
	uint32_t before = NONE;

	for (uint32_t id = in->overtakers.first; id != NONE; before = id, id = r->note[id].next)
		if (r->note[id].number == in->come) {
			take_behind(r, &in->overtakers, before);
			return true;
		}
	return false;
}

/* The stream of the first message that has come, was not received, and that a receive of anything takes; NO_STREAM: there is none. */
static uint32_t
first_come(const scene *s, const operation *o)
{
	const program *p = s->program;
	uint32_t first = NO_STREAM, number = 0;

	for (uint32_t i = p->stream_first[s->rank]; i < p->stream_first[s->rank + 1]; i++) {
		const inlet *in = &s->job->inlet[i];

		if (!in->messages || in->waiting.first == NONE || !fits(o, &p->stream[i]))
			continue;
		if (first == NO_STREAM || s->run->note[in->waiting.first].number < number) {
			first = i;
			number = s->run->note[in->waiting.first].number;
		}
	}
	return first;
}

bool
matching_receive(scene *s, uint32_t at, arrival *m)
{
	const operation *o = &s->program->op[at];
	bool wild = o->peer == ANY || o->tag == ANY;
	uint32_t from = wild ? first_come(s, o) : o->stream;
	inlet *in = from == NO_STREAM ? NULL : &s->job->inlet[from];
	note posted = { .op = at, .number = s->state->numbers++ };

	if (in && in->messages && in->waiting.first != NONE) {
		*m = (arrival){ from, take(s->run, &in->waiting).op };
		return true;
	}
	if (wild) {
		append(s->run, &s->state->wild, posted);
	} else if (in) {	/* else no rank ever sends such a message */
		in->messages = false;
		append(s->run, &in->waiting, posted);
	}
	return false;
}
