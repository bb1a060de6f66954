/* life -- a job of which its user knows the nodes, by name, and how its tasks talk: --nodes in place of a table. */
#ifndef HOPLINE_MAP_LIFE_H
#define HOPLINE_MAP_LIFE_H

#include <stdbool.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"
#include "lib/stream/table.h"
#include "map/hosts.h"

/* The options, as they were given; NULL where not. */
typedef struct wishes {
	const char *nodes;	/* --nodes; the others go with it */
	const char *topology, *tasks_per_node;
	const char *dims, *periodic, *pattern, *matrix;
} wishes;

/* The options as an argp child; its input is a `wishes *`. */
extern const struct argp life_argp;

typedef struct life {
	table table;		/* its file is NULL (table.h) */
	row row;
	uint32_t tasks;		/* 0: as many as there are processors */
} life;

/* How many tasks the options say. */
void life_init(life *l, const wishes *w);

/* The machine: of --topology, or of --machine; with the processors that --tasks-per-node says, or, in a
 * --topology without it, as many as the tasks need. */
machine *life_machine(const life *l, const wishes *w, const cli *c);

/* Make the table of one row.  Nodes are named where the machine's have names, else numbered as in the column node_list.  The
 * program's ranks go along the first dimension of --dims first, or along the last. */
void life_row(life *l, const wishes *w, const hosts *h, bool last_fastest);

void life_free(life *l);

/* What is wrong with options ends the tool with exit status 2. */

#endif
