/* slurm -- the tables that Slurm's sacct and squeue write, whatever columns they were asked for. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_SLURM_H
#define HOPLINE_GEN_WORKLOAD_LOG_SLURM_H

#include "gen-workload/log/records.h"
#include "gen-workload/log/filter.h"
#include "lib/machine/machine.h"

typedef struct slurm_format slurm_format;

/* const slurm_format *: "sacct" or "squeue", as the value of an option. */
void set_format(const char *option, const char *name, void *to);

/* Read a whole table; `path` may be "-".  `delimiter` stands between its columns.  Lists of nodes become the column log_node_list
 * where the machine's nodes have names.  Exit 1 when there is no header, one that lacks what a job needs, or no job. */
records *slurm_read(const char *path, const slurm_format *format, const char *delimiter, filter *wanted, const machine *m);

#endif
