/* own-job -- a job of which its user knows the nodes, by name, and how its tasks talk: --nodes in place of a table. */
#pragma once

#include "lib/cli/command.h"
#include "lib/machine/machine.h"
#include "lib/stream/table.h"
#include "map/algorithm-option.h"
#include "map/hosts.h"

/* The options, as they were given; NULL where not. */
typedef struct own_job_options {
	const char *nodes;	/* --nodes; the others go with it */
	const char *topology, *tasks_per_node;
	const char *dims, *periodic, *pattern, *matrix;
} own_job_options;

extern const cli_option own_job_table[];	/* into an own_job_options */

typedef struct own_job {
	table table;		/* its file is NULL (table.h) */
	row row;
	const char **typed;	/* the table's */
	extents grid;		/* of --dims */
	uint32_t tasks;		/* 0: as many as there are processors */
} own_job;

/* How many tasks the options say. */
void own_job_init(own_job *j, const own_job_options *o);

/* Are there hosts, and no word of what joins them?  They are then the machine's nodes, by these names. */
bool own_job_alone(const own_job_options *o, const cli *c);

/* The machine: of --topology, or of --machine, or one switch; with the processors that --tasks-per-node says, or, in a
 * --topology without it, as many as the tasks need. */
machine *own_job_machine(const own_job *j, const own_job_options *o, const cli *c);

/* Make the table of one row.  Nodes are named where the machine's have names, else numbered as in the column node_list.  The
 * program's ranks go along that dimension of --dims first that --task-order says. */
void own_job_row(own_job *j, const own_job_options *o, const hosts *h);

/* What is wrong with options ends the tool with exit status 2. */
