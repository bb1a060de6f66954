/* plan -- the jobs of a case, as its rows say. */
#pragma once

#include "unit/slow/slow.h"

enum { MOST_JOBS = 3, MOST_NODES = 72, MOST_TASKS = 24 };

/* What a row says. */
typedef struct job_plan {
	const char *pattern;
	uint32_t nodes, tasks, node[MOST_NODES], task_node[MOST_NODES];
	bool listed;		/* tasks are placed one by one, not linearly */
	char periodic[4];
	int64_t bytes, edge_bytes, corner_bytes, allreduce_bytes;	/* 0: not given */
	int64_t start, compute, iterations;	/* ps */
	program *program;	/* NULL: another pattern */
	char *file;		/* of that */
	bool left;		/* send_completes */
	const char *load;	/* NULL: closed loop */
	int64_t duration, warmup;	/* ps; 0: not given */
	uint32_t rounds;	/* of alltoall; 0: not given */
	const char *circuits;	/* "": none */
} job_plan;

typedef struct case_plan {
	uint32_t jobs;
	job_plan job[MOST_JOBS];
} case_plan;
