/* ends -- closed-loop jobs that end: each task has so many iterations. */
#include "netsim/jobs/activity.h"
#include "netsim/jobs/completions.h"

void
ends_delivered(traffic_run *r, case_job *j, uint32_t id)
{
	packet *p = packet_of(r->net, id);
	flight *f = flight_of(r, p->message);

	f->left -= p->bytes;
	if (r->mingles && r->counts_packets)
		f->coming += p->bytes;
	else if (r->mingles)
		f->tail = p->tail > f->tail ? p->tail : f->tail;
	if (f->left == 0) {
		r->under_way -= (j->progress ? f->phase >> 32 : f->phase) < j->goal;
	} else if (r->counts_packets) {
		p->out = NONE;
	} else {		/* nothing hangs on when it arrives */
		packet_delete(r->net, id);
		return;
	}
	run_deliver(r, id, p, r->counts_packets || f->tail < p->tail ? p->tail : f->tail);
}

/* Is the message of p, which is whole at its node, whole, too? */
static bool
is_last(traffic_run *r, flight *f, const packet *p)
{
	if (!r->counts_packets || p->link == NONE)
		return true;
	f->came_by = r->interface[p->to].nic;
	f->coming -= r->mingles ? p->bytes : 0;
	return r->mingles ? f->left == 0 && f->coming == 0 : p->out != NONE;
}

void
ends_arrived(traffic_run *r, case_job *j, const packet *p, int64_t time)
{
	flight *f = flight_of(r, p->message);

	(void)time;	/* now */
	if (is_last(r, f, p))
		tasks_arrived(r, p->message, p->bytes);
	else if (j->progress)
		completions_packet(r, f, p->bytes, false);
}

void
ends_iterated(traffic_run *r, uint32_t t)
{
	task *k = &r->task[t];
	case_job *b = &r->job[k->job];

	if (k->phase != b->goal) {
		tasks_go_on(r, t);
		return;
	}
	k->running = 0;
	k->timer = NEVER;
	k->end = b->end = r->net->calendar.now;
	if (r->activity)
		activity_end(r, t);
	r->tasks_left--;
}

const run_mode mode_ends = { .start = tasks_start, .send = interface_serve, .delivered = ends_delivered, .arrived = ends_arrived,
	.iterated = ends_iterated };
