/* swf -- job logs in the Standard Workload Format, version 2 (Feitelson's Parallel
 * Workloads Archive): header comments "; Key: value", then 18 fields a job.
 *
 * Liberal, as the archive's logs need: blanks or tabs, CRLF, fields missing or
 * more of them, numbers with a fraction, jobs in any order, gzipped or not. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_SWF_H
#define HOPLINE_GEN_WORKLOAD_LOG_SWF_H

#include "gen-workload/log/records.h"
#include "gen-workload/log/filter.h"

enum { SWF_FIELDS = 18, SWF_MOST_FIELDS = 64 };

/* Which word of a line holds field k of the format, from 1: k, unless the user knows better. */
typedef struct swf_layout {
	int word[SWF_FIELDS + 1];
} swf_layout;

#define SWF_STANDARD { { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 } }

/* swf_layout: NAME=N, as the value of an option. */
void set_field(const char *option, const char *arg, void *to);

/* Read a whole log; `path` may be "-".  Exit 1 when it holds no job. */
records *swf_read(const char *path, const swf_layout *l, filter *wanted);

#endif
