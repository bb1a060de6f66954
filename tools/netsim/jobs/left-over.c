/* left-over -- what a program still waits for when nothing moves any more. */
#include <inttypes.h>
#include <stdlib.h>

#include "netsim/jobs/progress.h"

static char *
say(const program *p, uint32_t rank, const char *what, uint32_t at)
{
	char *op = program_say(p, at), *text = xprintf("%s: rank %" PRIu32 ": %s %s", p->name, rank, op, what);

	free(op);
	return text;
}

/* A message of the stream that was sent and not received: the first such. */
static char *
say_unreceived(const program *p, uint32_t stream_id, uint32_t received)
{
	uint32_t from = p->stream[stream_id].from, of = 0, i;

	for (i = p->first[from]; i < p->first[from + 1]; i++)
		of += p->op[i].kind == OP_SEND && p->op[i].stream == stream_id;
	received %= of ? of : 1;	/* in this iteration */
	for (i = p->first[from]; p->op[i].kind != OP_SEND || p->op[i].stream != stream_id || received--; i++)
		;
	return say(p, from, "sends a message that no rank receives", i);
}

/* What the rank waits for: an operation of this kind that has started and has not finished. */
static char *
say_waiting(const progress *g, uint32_t rank, int what)
{
	const program *p = g->program;

	for (uint32_t i = p->first[rank]; i < p->first[rank + 1]; i++)
		if (p->op[i].kind == what && (g->waits[i] == 0 || g->waits[i] == HALF_DONE))
			return say(p, rank, what == OP_RECV ? "waits for a message that does not come" : "waits for a receive that does not come", i);
	return NULL;
}

char *
left_over(const traffic_run *r, uint32_t j)
{
	const case_job *b = &r->job[j];
	const progress *g = b->progress;
	static const int order[] = { OP_RECV, OP_SEND };

	for (int k = 0; g && k < 2; k++)
		for (uint32_t rank = 0; rank < g->program->ranks; rank++) {
			char *text = r->task[b->first_task + rank].running ? say_waiting(g, rank, order[k]) : NULL;

			if (text)
				return text;
		}
	for (uint32_t i = 0; g && i < g->program->streams; i++) {
		uint32_t to = b->first_task + g->program->stream[i].to;
		const traffic_run *at = run_of_node(r, r->task[to].node);
		uint32_t left = 0;

		/* How many messages of a stream have come and were not received. */
		for (uint32_t id = g->receiving[i].messages ? g->receiving[i].waiting.first : 0; id; id = at->entry[id].next)
			left++;
		if (left || g->sent[i] != g->receiving[i].arrived)
			return say_unreceived(g->program, i, g->receiving[i].arrived - left);
	}
	return NULL;
}
