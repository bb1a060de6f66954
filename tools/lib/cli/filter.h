/* filter -- a command of the shell that reads a text and writes one, started anew for each; several run side by side.
 *
 * Each has a process group of its own, with all that it starts: the group is killed when it takes too long, and when this tool
 * ends, in whatever way. */
#ifndef HOPLINE_LIB_CLI_FILTER_H
#define HOPLINE_LIB_CLI_FILTER_H

#include <stddef.h>
#include <stdint.h>

typedef struct filter {
	const char *command;
	int64_t timeout;	/* the real time that an answer may take, ms */
	int at_once;		/* how many may run side by side, at least 1 */
} filter;

/* A text and what the command made of it. */
typedef struct exchange {
	char *about;		/* how messages call it */
	char *text;
	size_t length;
	char *answer;
	size_t answered, room;
} exchange;

/* Have n answers.  A command that fails, takes too long or writes without end ends the tool with status 1; of several the one
 * whose text comes first. */
void filter_ask(const filter *f, exchange *e, int n);

/* Free what an exchange holds. */
void exchange_free(exchange *e);

#endif
