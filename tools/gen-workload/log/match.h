/* match -- the records of a log that the user wants: --match FIELD=REGEX. */
#ifndef HOPLINE_GEN_WORKLOAD_LOG_MATCH_H
#define HOPLINE_GEN_WORKLOAD_LOG_MATCH_H

#include <stdbool.h>

#include "lib/regex/regex.h"

enum { MOST_MATCHES = 32 };

typedef struct match_list {
	int count;
	struct {
		char *field;
		regex *regex;
		int at;		/* which field that is, as the reader of the log counts them */
	} item[MOST_MATCHES];
} match_list;

/* Add FIELD=REGEX. */
void match_read(match_list *l, const char *arg);

/* Find the fields by `find`, a reader's own, which dies when it has no such field. */
void match_resolve(match_list *l, int (*find)(const void *reader, const char *field), const void *reader);

/* Whether every expression matches its whole field; field i of the record is text[i].  `file` and `line` are
 * for messages. */
bool match_all(const match_list *l, const char *const *text, const char *file, long line);

void match_free(match_list *l);

#endif
