/* shape -- how the tasks of a job are arranged: in a process grid, or as the columns of its pattern say. */
#pragma once

#include "gen-workload/patterns.h"
#include "lib/cli/subcommand.h"
#include "lib/pattern/own.h"

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
