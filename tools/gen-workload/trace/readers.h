/* readers -- the formats of traces: each reads a whole one, plain or gzipped, into calls.  Whatever is wrong with it ends the tool with
 * status 1 and FILE:LINE. */
#pragma once

#include "gen-workload/trace/calls.h"
#include "lib/program/program.h"

/* How long computing takes. */
typedef struct trace_pace {
	double flops;		/* a second, where a trace counts operations */
	double scale;		/* of the recorded time */
} trace_pace;

/* SimGrid's time-independent traces, and what data/tracing records: a file of a line an action, or of a name of such a file a line,
 * relative to its folder.  `path` may be "-". */
void ti_read(const char *path, const trace_pace *p, calls *c);

#ifdef HAVE_OTF2
/* The Open Trace Format 2 of Score-P and others: the anchor file, traces.otf2. */
void otf2_read(const char *path, const trace_pace *p, calls *c);
#endif

#ifdef HAVE_JANSSON
/* Chakra's execution traces, in JSON or protobuf: a file of a rank, or of a name of such a file a line.  NULL: it is neither. */
program *chakra_read(const char *path, const trace_pace *p);

/* The message of a protobuf at *at, as a node in JSON, which json_decref frees; *at goes behind it.  A message that is no node has no
 * "type".  NULL: there is none, or it is `bad`: no message. */
struct json_t *chakra_message(const char **at, const char *end, bool *bad);

/* A list of the nodes that a value of NCCL's inspector or PyTorch's flight recorder makes, which json_decref frees; NULL: it is of neither.
 * Beside what nodes of Chakra have, collectives say how many ranks their group has (nccl_ranks; 0: unknown) and which of its collectives
 * they are (nccl_number).  `lines` is an empty object at the first value of a rank, and holds what the next ones wait for. */
struct json_t *nccl_nodes(struct json_t *value, struct json_t *lines);
#endif
