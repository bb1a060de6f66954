/* filter -- the records of a log that the user wants: --match FIELD=REGEX. */
#pragma once

#include <stdbool.h>

#include "lib/regex/regex.h"

enum { MOST_FILTERS = 32 };

typedef struct job_filter {
	bool unfinished;	/* those of jobs that wait or run, too */
	int count;
	struct {
		char *field;
		regex *regex;
		int at;		/* which field that is, as the reader of the log counts them */
	} item[MOST_FILTERS];
} job_filter;

/* Add FIELD=REGEX to a filter, as the value of `option`. */
void set_filter(const char *option, const char *arg, void *to);

/* Find the fields by `find`, a reader's own, which dies when it has no such field. */
void filter_resolve(job_filter *l, int (*find)(const void *reader, const char *field), const void *reader);

/* Whether every expression matches its whole field; field i of the record is text[i].  `file` and `line` are
 * for messages. */
bool filter_all(const job_filter *l, const char *const *text, const char *file, long line);
