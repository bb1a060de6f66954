/* columns -- the columns circuits, circuit_load and circuit_bound (--circuits). */
#pragma once

#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "lib/stream/lists.h"
#include "lib/stream/sink.h"
#include "lib/stream/table.h"

enum circuit_choice { CIRCUITS_NONE, CIRCUITS_BALANCED, CIRCUITS_MATCHED };

typedef struct circuit_columns {
	enum circuit_choice choice;
	uint64_t seed;
	const table *in;
	const machine *machine;
	sink *out;
	int job, load, circuit_groups;	/* columns of the input, -1 where it has none */
	traffic_columns traffic;
	int circuits, circuit_load, circuit_bound;	/* of the output */
} circuit_columns;

/* For jobs of a table, before its header is written: owns the columns.  Refuses a machine without OCSes. */
void circuit_columns_init(circuit_columns *c, enum circuit_choice which, uint64_t seed, const table *in, const machine *m, sink *out);

/* Choose the circuits of a row of case `id`, a job with these nodes and tasks on these, and put them into its cells. */
void circuit_columns_put(const circuit_columns *c, const char *id, const row *r, const list *node, const list *task_node);
