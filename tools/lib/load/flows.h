/* flows -- what the tasks of a job send each other in an iteration, as flows between the places of its nodes.
 *
 * Task i is in place i / (tasks / places, rounded up), as the linear mapping has it.  What stays in a place is no flow.  Of a job with more
 * messages than are wanted a part stands for all: evenly over phases and tasks, the same ones each time. */
#pragma once

#include <stddef.h>

#include "lib/pattern/pattern.h"

typedef struct flow {
	uint32_t from, to;	/* places, never the same */
	double bytes;
} flow;

typedef struct flows {
	flow *flow;
	size_t count, room;
	double busiest;		/* bytes that the place that sends or receives most does; about, where not all messages count */
} flows;

/* Those of t, at most about `most` of them; flows_free frees them. */
void flows_init(flows *f, const traffic *t, uint32_t places, size_t most);
/* Those of places that all send each other as much, at most about `most` of them. */
void flows_among_all(flows *f, uint32_t places, size_t most);

void flows_free(flows *f);
