/* options -- what several kinds of workload take from the command line. */
#pragma once

#include "gen-workload/shape.h"
#include "lib/cli/subcommand.h"

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
