/* predict -- how long netsim says that measured messages take, on a machine and on others that differ from it in some keys. */
#pragma once

#include "lib/machine/machine.h"
#include "metrics/fit/measured.h"

typedef struct predictor {
	const measurements *m;
	const machine *machine;	/* the base, which says where nodes are */
	const char *command;	/* a filter, as "netsim" */
	char *jobs[2];		/* a table of a job a row, without the machine: what is simulated in usual packets, and in large ones */
	uint64_t seed;
} predictor;

/* Choose nodes for all rows. */
void predict_open(predictor *p, const measurements *m, const machine *on, const char *command, uint64_t seed);

/* The times of all rows, in s, on each of n machines by their canonical specs. */
void predict(predictor *p, char *const *spec, double *const *time, int n);
