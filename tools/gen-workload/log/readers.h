/* readers -- the formats of job logs: each reads a whole log from an open file, and closes that.  Exit 1 when it holds no job. */
#pragma once

#include "gen-workload/log/filter.h"
#include "gen-workload/log/records.h"
#include "lib/machine/machine.h"
#include "lib/stream/gzlines.h"

/* Any log with a record a line, by an expression with named groups (set_regex): a regex * that has the groups nodes or processors,
 * submit or start, and runtime or both start and end, and none with the name of a column that gen-workload writes.  The group node_list
 * becomes the column log_node_list where the machine's nodes have names; groups beside these and job, wait, walltime become columns. */
void set_regex(const char *option, const char *pattern, void *to);
records *lines_read(gzlines *in, const regex *x, job_filter *wanted, const machine *m);

/* The expression for a log that is known: pbs, PBS's accounting; lsf, lsb.acct; alcf, the CSV of Argonne's job logs; false: none is called
 * so. */
bool set_preset(const char *name, regex **to);

/* The tables that Slurm's sacct and squeue write, whatever columns they were asked for, or their JSON, or Batsim's: set_format reads which
 * of them it is, a const slurm_format *, NULL: whichever the JSON is; `delimiter` stands between the columns, NULL: as the header has it.
 * Lists of nodes become the column log_node_list where the machine's nodes have names.  Exit 1, too, when there is no header, or one that
 * lacks what a job needs. */
typedef struct slurm_format slurm_format;
void set_format(const char *option, const char *name, void *to);
records *slurm_read(gzlines *in, const slurm_format *format, const char *delimiter, job_filter *wanted, const machine *m);

/* The Standard Workload Format, version 2 (Feitelson's Parallel Workloads Archive): header comments "; Key: value", then 18 fields a
 * job.  Liberal, as the archive's logs need: blanks or tabs, CRLF, fields missing or more of them, numbers with a fraction, jobs in
 * any order. */
enum { SWF_FIELDS = 18, SWF_MOST_FIELDS = 64 };

/* Which word of a line holds field k of the format, from 1: k, unless set_field reads NAME=N. */
typedef struct swf_layout {
	int word[SWF_FIELDS + 1];
} swf_layout;

#define SWF_STANDARD { { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 } }

void set_field(const char *option, const char *arg, void *to);
records *swf_read(gzlines *in, const swf_layout *l, job_filter *wanted);
