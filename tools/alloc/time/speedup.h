/* speedup -- what jobs gain by the way in which they are placed: GRAP, 5.1.4.
 *
 *	Acc_Time = Job_Time - MPI_Time * Speedup(Mode, Job_Size),	MPI_Time = mpi_share * Job_Time
 *
 * Speedup is the share of the time in MPI that is saved, not a ratio of speeds: a job whose communication runs 32% faster saves
 * 0.32/1.32 of the time that it takes.
 *
 * The table is a CSV file with the columns mode, nodes, time_saved and mpi_share in any order, and the same sizes for every mode.
 * Between two sizes both shares are linear in the logarithm of the nodes; beyond the first and the last they stay as they
 * are there. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct speedup speedup;

/* Read a table.  What is wrong with it, holes included, ends the tool with exit status 1. */
speedup *speedup_read(const char *path);

/* The share of its runtime that a job of that many nodes saves in this mode, below 1 and below 0 for a slowdown; false when the table
 * has no such mode. */
bool speedup_saved(const speedup *s, const char *mode, uint32_t nodes, double *share);
