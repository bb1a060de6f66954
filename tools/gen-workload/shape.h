/* shape -- how the tasks of a job are arranged: in a process grid, or as in a real run. */
#ifndef HOPLINE_GEN_WORKLOAD_SHAPE_H
#define HOPLINE_GEN_WORKLOAD_SHAPE_H

#include <argp.h>
#include <stdint.h>

struct options;

typedef struct shape {
	const char *dims, *periodic, *matrix, *lattice;	/* NULL: not given */
	int64_t min_bytes, site_bytes;	/* 0: not given */
	uint32_t tasks;		/* of every job, by dims or matrix; 0: all processors of its nodes */
} shape;

/* --dims --periodic --matrix --min-bytes --lattice --site-bytes; its input is a `shape *`. */
extern const struct argp shape_argp;

/* The pattern of jobs for which none is named. */
const char *shape_pattern(const shape *s);

/* After parsing and closed_defaults: find `tasks`, and say what does not go together. */
void shape_settle(struct options *o);

/* The fewest nodes that hold the tasks; 0 when their number is not given. */
uint32_t shape_nodes(const shape *s, uint32_t cores);

/* Ends the tool when the tasks do not fit so many nodes, or leave some without one. */
void shape_check(const shape *s, uint32_t nodes, uint32_t cores);

#endif
