/* scheduler -- the nodes that a batch system gave this job, by the variables that it sets, and what it calls tasks a node. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SCHEDULER "@scheduler"	/* --nodes without an argument, which is no list */

/* The list of nodes that --nodes means, the caller frees: of its text, of the file that it names ('-': standard input), or of
 * the first batch system that has set its variables, which a line on standard error names.  *tasks: how many each node takes, 0 where that
 * is not said, or Slurm says it of another number than the job's `wanted` (0: any).  *total: where Slurm has fewer on some nodes, how many
 * on all, else 0.  What is wrong ends the tool with exit status 2. */
char *scheduler_nodes(const char *nodes, uint32_t wanted, uint32_t *tasks, uint32_t *total);

/* Are these nodes by number, as in the column node_list? */
bool scheduler_numbers(const char *nodes);

/* Tasks a node: "16", or as Slurm and Flux write it of nodes that take as many: "16(x4)", "[[0,4,16,1]]".  Else the tool ends. */
uint32_t scheduler_tasks(const char *option, const char *text);
