/* fragments -- see fragments.h. */
#include "alloc/time/unusable.h"

#include <stdlib.h>

#include "alloc/time/timeline.h"

struct fragments {
	sink *out;
	int id, time, idle, waiting, refused, fragmented, closed;	/* columns */
};

fragments *
fragments_open(const char *path)
{
	fragments *f = xcalloc(1, sizeof *f);

	f->out = sink_open_file(path);
	f->id = sink_own(f->out, "case");
	f->time = sink_own(f->out, "time_s");
	f->idle = sink_own(f->out, "idle");
	f->waiting = sink_own(f->out, "waiting");
	f->refused = sink_own(f->out, "refused");
	f->fragmented = sink_own(f->out, "fragmented");
	f->closed = sink_own(f->out, "closed");
	sink_header(f->out, NULL);
	return f;
}

/* How many of the waiting jobs that ask for no more nodes than are idle the policy refuses; *served: it would not refuse them all. */
static uint32_t
count_refused(play *p, bool *served)
{
	uint32_t idle = p->machine->occupancy.idle, refused = 0;

	*served = false;
	for (uint32_t i = 0; (i = queue_next(&p->queue, i, idle, 0, 0)) != NONE; i++) {
		if (play_serves(p, i))
			*served = true;
		else
			refused++;
		if (*served && !p->machine->policy->refuses)
			break;
	}
	return refused;
}

void
fragments_write(fragments *f, play *p)
{
	uint32_t idle = p->machine->occupancy.idle, refused;
	bool served;

	refused = count_refused(p, &served);
	sink_put(f->out, f->id, p->id);
	sink_put(f->out, f->time, times_write(p->now));
	sink_put_int(f->out, f->idle, idle);
	sink_put_int(f->out, f->waiting, p->queue.waiting);
	sink_put_int(f->out, f->refused, refused);
	sink_put_int(f->out, f->fragmented, p->queue.waiting > 0 && !served ? idle : 0);
	sink_put_int(f->out, f->closed, p->machine->closed);
	sink_row(f->out, NULL);
	sink_flush(f->out);
}

void
fragments_close(fragments *f)
{
	if (!f)
		return;
	sink_close(f->out);
	free(f);
}
