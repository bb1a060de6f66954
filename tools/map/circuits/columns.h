/* columns -- the columns circuits, circuit_load and circuit_bound (--circuits). */
#pragma once

#include "lib/job/job.h"
#include "lib/stream/sink.h"

enum circuit_choice { CIRCUITS_NONE = -1, CIRCUITS_BALANCED, CIRCUITS_MATCHED };

typedef struct circuit_columns {
	enum circuit_choice choice;
	uint64_t seed;
	const table *in;
	const machine *machine;
	sink *out;
	int job, pattern, circuit_groups;	/* columns of the input, -1 where it has none */
	int circuits, circuit_load, circuit_bound;	/* of the output */
} circuit_columns;

/* For jobs of a reader, before the header of `out` is written: owns the columns.  Refuses a machine without OCSes. */
void circuit_columns_init(circuit_columns *c, enum circuit_choice which, uint64_t seed, const job_reader *in, sink *out);

/* Choose the circuits of a job, whose nodes have been read, with its tasks on these, and put them into the cells of its row. */
void circuit_columns_put(const circuit_columns *c, const job_row *j, const list *task_node);
