/* measured -- measurements of a machine's messages: ping-pong, bandwidth, collectives, as tables and as benchmarks print them.
 *
 * Several runs of one measurement make one row with its runs; a table may say instead how they spread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/stream/names.h"

typedef enum measured_kind {
	MEASURED_PAIR,		/* half a round trip between two ranks */
	MEASURED_FLOW,		/* a message among 64 in flight from one rank to another */
	MEASURED_GROUP		/* a collective */
} measured_kind;

/* What was measured, and where. */
typedef struct measured_what {
	measured_kind kind;
	const char *benchmark;	/* "pingpong", "bandwidth" or the collective's name; NULL: not said */
	const char *algorithm;	/* "default": what the library takes */
	uint32_t nodes, per_node;	/* ranks a node; 0: not said */
	int64_t bytes;		/* as a program of Hopline has them; -1: not said */
	const char *place;	/* a word of MEASURED_PLACES */
	const char *node_list;	/* the nodes in the order of their ranks; "": not said */
} measured_what;
#define MEASURED_PLACES "near|middle|far"

typedef struct measured {
	measured_what what;
	const char *file;	/* where the first run of it stands */
	long line;
	uint32_t series;	/* rows that differ in the bytes alone have one */
	double *run;		/* [runs] s, in the order in which they came */
	size_t runs, room;
	double time;		/* s, the median of the runs */
	double spread;		/* standard deviation of ln(time) among repeats that a table sums up, their median's here; NAN: not known */
} measured;

typedef struct measurements {
	measured *row;
	size_t count, room;
	names key, series;
	const char *system;	/* the machine's name, where a table says it; NULL */
} measurements;

/* Add what is in a file: a table, or what a benchmark printed.  The operand is FILE or KEY=VALUE,...:FILE, where the keys say what the
 * file does not.  What is wrong ends the tool with status 1; what cannot be used is warned of. */
void measurements_read(measurements *m, const char *operand);

/* Set the times; every row must be added.  Ends the tool when there is none. */
void measurements_close(measurements *m);

/* --- for the readers */

/* What a benchmark is called, as "osu_allreduce", "IMB-PingPong" or "Broadcast"; false when it is none that is predicted. */
bool measured_name(measured_what *w, const char *name);

/* Add a run: `value` is us, or MB/s (10^6 bytes) of a flow. */
void measured_add(measurements *m, const measured_what *w, const char *file, long line, double value, double spread);

/* Warn with a text, once for each; it is freed. */
void measured_warn_once(char *text);

/* Read what a benchmark printed: lines of text.  `told` is what the operand says. */
struct gzlines;
void benchmark_read(measurements *m, const measured_what *told, struct gzlines *f, char *first);

/* Half the width of the middle of a run's ratios to the median of its row, as a ratio less 1: what nobody can predict.  NAN: rows have one
 * run. */
double measurements_noise(const measurements *m);
