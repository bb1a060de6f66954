/* lines -- job logs of any format with a record a line, by an expression with named groups. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_LINES_H
#define HOPLINE_GEN_WORKLOAD_LOG_LINES_H

#include "gen-workload/log/records.h"
#include "gen-workload/log/filter.h"

/* The expression, a regex *, as the value of an option: it must have the groups nodes or processors, submit or start, and
 * runtime or both start and end.  Ends the tool with exit status 2 when it has not, or when a group has the
 * name of a column that gen-workload writes. */
void set_regex(const char *option, const char *pattern, void *to);

/* Read a whole log; `path` may be "-".  Groups beside those above and job, wait, walltime become columns.
 * Exit 1 when it holds no job. */
records *lines_read(const char *path, const regex *x, filter *wanted);

#endif
