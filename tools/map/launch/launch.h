/* launch -- a mapping in the words of a launcher: the file that makes it start the tasks of a job where they are to run.
 *
 * To add a format: define one launch_format in formats.c, and add it to the table there. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* One job, placed. */
typedef struct launch {
	const char *job;	/* for messages */
	const char *const *host;	/* [nodes] names, in the order of the job's nodes; NULL where the format needs none */
	uint32_t nodes;		/* of the job */
	uint32_t cores;		/* processors a node */
	uint32_t tasks;
	const uint32_t *rank;	/* [tasks] the c-th processor of the k-th node is rank k cores + c, as in mapping.h */
} launch;

/* Slurm; Open MPI and PRRTE; MPICH and Intel MPI; Flux; HPE's PALS. */
enum launcher { SRUN = 1, MPIRUN = 2, MPIEXEC = 4, FLUX = 8, PALS = 16 };

typedef struct launch_format {
	const char *name;
	bool hosts;		/* it names them */
	bool comments;		/* a line that begins with '#' may stand in front */
	const char *reader;	/* what it is for, and how that is told of it */
	const char *command;
	unsigned launchers;	/* those that keep its order: bits of enum launcher */
	/* Write the file; dies when the format cannot say what the mapping is. */
	void (*write)(const launch *l, FILE *out);
} launch_format;

extern const launch_format *const launch_formats[];	/* ended by NULL */
