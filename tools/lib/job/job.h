/* job -- the job of a row: its columns, its nodes and tasks, read and checked in one way for all tools.
 *
 * A job holds the nodes of its node_list, and its tasks are on the nodes of task_nodes.  Nodes exist, are available, and have one
 * job of a case each.  Whatever is wrong with a row ends the tool through table_bad.
 *
 * A tool takes the job of a row (job_of) and reads of it what it needs, once, in this order: its nodes (job_read_node_list), its tasks
 * (job_read_tasks), what else its columns say (job_read_cells), and where its tasks are (job_read_placement).  Then job_traffic or
 * job_endpoints tell what it sends. */
#pragma once

#include <stdint.h>

#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "lib/stream/lists.h"
#include "lib/stream/table.h"

/* The columns of a job, but for those that say what it sends (traffic_columns).  Those from JOB_START on job_read_cells reads. */
typedef enum job_column {
	JOB_NAME, JOB_NODES, JOB_TASKS, JOB_NODE_LIST, JOB_TASK_NODES, JOB_LOAD,
	JOB_START, JOB_ITERATIONS, JOB_COMPUTE, JOB_DURATION, JOB_WARMUP, JOB_ARRIVALS, JOB_COLUMNS
} job_column;

/* Which of them a tool cannot do without; the later ones include JOBS_WANT. */
typedef enum job_needs {
	JOBS_ANY,		/* none */
	JOBS_WANT,		/* job and nodes: jobs that ask for nodes */
	JOBS_LISTED,		/* node_list too: jobs that have nodes */
	JOBS_PLACED		/* node_list or task_nodes */
} job_needs;

/* Reads the jobs of one table on one machine, case by case. */
typedef struct job_reader {
	const table *table;
	const machine *machine;
	int at[JOB_COLUMNS];	/* -1 where the table has none */
	traffic_columns traffic;
	bool in_turn;		/* jobs may have a node one after the other, but for open-loop ones: set it behind job_reader_init */
	const row **holder;	/* [nodes] of the job of this case that holds the node; NULL: none */
	list held;		/* the nodes set in holder */
	list node, task_node;	/* those that were read last */
	uint32_t *tasks_on;	/* [nodes] scratch, all 0 */
} job_reader;

/* Find the columns; a missing one that is needed ends the tool.  In time linear in the machine. */
void job_reader_init(job_reader *r, const table *t, const machine *m, job_needs needs);
void job_reader_free(job_reader *r);

/* A new case: no job holds a node.  In time linear in the nodes held, as what follows is in those of the row. */
void job_reader_clear(job_reader *r);

/* The job of a row, as far as it has been read. */
typedef struct job_row {
	job_reader *from;
	const row *row;
	const char *case_, *name;
	bool listed, placed;	/* it has a node_list; that, or task_nodes */
	bool open;		/* it has a load: it is of the open loop */
	uint32_t nodes, tasks;	/* 0: not read */
	const list *node;	/* of node_list, in its order; none before job_read_nodes */
	const list *task_node;	/* by task, those of its task_nodes; none before job_read_task_nodes */
	double load;		/* 1e-9 to 1 */
	int64_t start;		/* ps, by the clock of the table */
	int64_t iterations, compute;	/* of the closed loop; ps */
	int64_t duration, warmup;	/* of the open loop, ps; duration -1: as long as the case */
	bool periodic;		/* of the open loop: messages are created in step, not at random */
} job_row;

/* That of a row of case `case_`, of which nothing has been read; the row outlives it, the case too.  It has the reader's lists: one job is
 * read at a time. */
job_row job_of(job_reader *r, const char *case_, const row *at);

/* The column nodes: 1 or more, and of a placed job at most the nodes of the machine. */
uint32_t job_read_nodes(job_row *j);

/* Read the nodes, and node_list: as many as the column nodes says, or none.  The job holds them from here on.  How many it lists. */
uint32_t job_read_node_list(job_row *j);

/* Behind the nodes: the column tasks, at most one a processor; absent: one a processor, with a load (open loop) one a node. */
uint32_t job_read_tasks(job_row *j);

/* Read task_nodes: as many as the job has tasks, no more on a node than it has processors; where the tasks are not read, any number is
 * theirs.  Where its node_list has been read and is not empty, they are nodes of that; else the job holds them from here on. */
void job_read_task_nodes(job_row *j);

/* Behind the tasks: task_nodes, or without it as many tasks on each node of node_list in turn, the last ones fewer. */
void job_read_placement(job_row *j);

/* Read these columns, a bit each, where they are of the job's loop: one that is of the other loop must say nothing, but for compute_s. */
enum { JOB_CELLS = -1 };	/* all, and load */
void job_read_cells(job_row *j, int which);

/* What a closed-loop job with its tasks sends (traffic_read), with random streams of this seed. */
void job_traffic(const job_row *j, traffic *t, bool rounds, uint64_t seed);

/* An open-loop job's nodes, by node_list or task_nodes, ascending, each once, into e, and its pattern, e->pattern, prepared
 * (endpoints_prepare); free e->node and endpoints_release it. */
void job_endpoints(const job_row *j, endpoints *e, uint64_t seed);

/* Read nodes from a column of that sort: they exist, and are as many as `nodes`, the column nodes, or none. */
void job_read_list(list *l, const table *t, const row *at, int column, const machine *m, uint32_t nodes);
