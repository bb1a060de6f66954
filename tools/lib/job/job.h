/* job -- the job of a row: its columns, its nodes and tasks, read and checked in one way for all tools.
 *
 * A job holds the nodes of its node_list, and its tasks are on the nodes of task_nodes.  Nodes exist, are available, and have one
 * job of a case each.  Whatever is wrong with a row ends the tool through table_bad. */
#pragma once

#include <stdint.h>

#include "lib/machine/machine.h"
#include "lib/stream/lists.h"
#include "lib/stream/table.h"

/* The columns of a job; -1 where the table has none. */
typedef struct job_columns {
	int job, nodes, tasks, load, start, node_list, task_nodes;
} job_columns;

/* Which of them a tool cannot do without; the later ones include JOBS_WANT. */
typedef enum job_needs {
	JOBS_ANY,		/* none */
	JOBS_WANT,		/* job and nodes: jobs that ask for nodes */
	JOBS_LISTED,		/* node_list too: jobs that have nodes */
	JOBS_PLACED		/* node_list or task_nodes */
} job_needs;

/* Find the columns; a missing one that is needed ends the tool. */
void job_columns_find(job_columns *c, const table *t, job_needs needs);

/* Reads the jobs of one table on one machine, case by case. */
typedef struct job_reader {
	const table *table;
	const machine *machine;
	job_columns at;
	bool in_turn;		/* jobs may have a node one after the other, but for open-loop ones: set it behind job_reader_init */
	list node;		/* those of node_list of the row read last */
	list task_node;		/* by task, those of its task_nodes */
	uint32_t *holder;	/* [nodes] row + 1 of the job of this case that holds the node; 0: none */
	list held;		/* the nodes set in holder */
	uint32_t *tasks_on;	/* [nodes] scratch, all 0 */
} job_reader;

/* In time linear in the machine. */
void job_reader_init(job_reader *r, const table *t, const machine *m, job_needs needs);
void job_reader_free(job_reader *r);

/* A new case: no job holds a node.  In time linear in the nodes held, as what follows is in those of the row. */
void job_reader_clear(job_reader *r);

/* Does the row have a node_list or task_nodes? */
bool job_is_placed(const job_reader *r, const row *at);

/* The column nodes: 1 or more, and of a placed job at most the nodes of the machine. */
uint32_t job_nodes(const job_reader *r, const row *at);

/* Read node_list of row i into r->node: as many as the column nodes says, or none.  The job holds them from here on; rows[0 … i-1] are
 * the rows of the case so far.  How many. */
uint32_t job_read_nodes(job_reader *r, const row *rows, int i);

/* The column tasks of a job on `nodes` nodes, at most one a processor; absent: one a processor, with a load (open loop) one a node. */
uint32_t job_tasks(const job_reader *r, const row *at, uint32_t nodes);

/* Read task_nodes of row i into r->task_node: as many as there are tasks (0: any number), no more on a node than it has processors.
 * Where the row's node_list has been read and is not empty, they are nodes of that; else the job holds them from here on. */
void job_read_task_nodes(job_reader *r, const row *rows, int i, uint32_t tasks);

/* Read nodes from a column of that sort: they exist, and are as many as `nodes`, the column nodes, or none. */
void job_read_list(list *l, const table *t, const row *at, int column, const machine *m, uint32_t nodes);
