/* judge -- a filter that is asked how long a job takes with its tasks on these nodes. */
#pragma once

#include "lib/cli/cli.h"
#include "lib/stream/sink.h"
#include "map/mapping.h"

typedef struct judge {
	const char *command;
	int64_t timeout;	/* ms */
	sink *question;
	int map, task_nodes;	/* its columns */
} judge;

/* For jobs of the table `in`; timeout 0: FILTER_TIMEOUT. */
void judge_open(judge *j, const char *command, int64_t timeout, const table *in, const cli *c);
void judge_close(judge *j);

/* The time[n] in s that the job alone takes when its tasks have the nodes node[k][tasks] of the machine, k = 0 … n - 1, the mappings
 * being called map[k].  A judge that fails or does not say how long it takes ends the tool with status 1. */
void judge_times(judge *j, const placement *p, const char *const *map, uint32_t *const *node, int n, double *time);
