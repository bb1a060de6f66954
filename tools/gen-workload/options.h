/* options -- what several kinds of workload take from the command line. */
#pragma once

#include "gen-workload/patterns.h"
#include "lib/cli/subcommand.h"
#include "lib/pattern/own.h"

/* --- shape: how the tasks of a job are arranged: in a process grid, or as the columns of its pattern say. */

typedef struct shape {
	const char *dims, *periodic;	/* NULL: not given */
	own_options own;
	uint32_t tasks;		/* of every job, as an option says; 0: all processors of its nodes */
	const char *option, *value;	/* that one, for messages */
} shape;

/* --dims --periodic, into a `shape`. */
extern const cli_option shape_settings[];

/* After parsing: find the tasks of jobs with these patterns, and say what does not go together. */
void shape_settle(shape *s, const pattern_list *l);

/* The pattern of jobs for which none is named. */
const char *shape_pattern(const shape *s);

/* The fewest nodes that hold the tasks; 0 when their number is not given. */
uint32_t shape_nodes(const shape *s, uint32_t cores);

/* Ends the tool when the tasks do not fit that many nodes, or leave some without one. */
void shape_check(const shape *s, uint32_t nodes, uint32_t cores);

/* What messages have sizes, in the order of the columns.  mix multiplies those in front of ALLREDUCE. */
enum { BYTES, EDGE, CORNER, ALLREDUCE, SIZES };
extern const char *const size_column[SIZES];

typedef struct gen_options {
	pattern_list patterns;
	size_list size[SIZES];
	int64_t iterations;
	int64_t repeat;		/* 0: not asked for */
	shape shape;
} gen_options;

/* --bytes --edge-bytes --corner-bytes --allreduce-bytes --iterations --repeat, of closed-loop workloads: into `options`. */
extern const cli_option closed_settings[];

/* --repeat, for a workload's own settings. */
#define REPEAT_SETTING(what) \
	{ "repeat", "N", "write " what " N times, as cases with a column rep", option_count, offsetof(gen_options, repeat) }

/* After parsing: what was not given, as --help says, and what does not go together. */
void closed_defaults(gen_options *o, const char *pattern_names);
