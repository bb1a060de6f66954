/* filter -- a command of the shell that reads a text and writes one, started anew for each; several run side by side.
 *
 * Each has a process group of its own, with all that it starts: the group is killed when it takes too long, when nobody wants its
 * answer any more, and when this tool ends, in whatever way. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct filter {
	const char *command;
	int64_t timeout;	/* the real time that an answer may take, ms */
	int at_once;		/* how many may run side by side, at least 1 */
	struct child *child;	/* [at_once + 1], the last for filter_fork */
	struct pollfd *poll;	/* room for two for each */
} filter;

/* A usual time limit: longer than any answer should take. */
enum { FILTER_TIMEOUT = 3600 * 1000 };

/* A text and what the command made of it. */
typedef struct filter_exchange {
	char *about;		/* how messages call it */
	char *text;
	size_t length;
	char *answer;		/* whole lines when it is ANSWERED */
	size_t answered, room;
	enum { NOT_ASKED, ASKED, ANSWERED, FAILED } state;
	char *why;		/* it FAILED: what became of the command */
	int said;		/* a file of what the command said on standard error; 0: it said it on ours */
} filter_exchange;

/* The former three fields are set, nothing runs yet; kill what runs. */
void filter_open(filter *f);
void filter_close(filter *f);

/* How many more may run. */
int filter_room(const filter *f);

/* Start the command for a text, of which there is room; apart: what it says is kept in e->said. */
void filter_start(filter *f, filter_exchange *e, bool apart);

/* A child of this tool as it is, which goes on from here: true in the child.  What it writes to standard input is its answer.  It has
 * no other open files but standard error, says nothing, and must leave by _exit, as `die` then does. */
bool filter_fork(filter *f, filter_exchange *e);

/* Wait until something happens to what runs; the exchange that has ended by it, or NULL. */
filter_exchange *filter_attend(filter *f);

/* Kill it if it runs. */
void filter_stop(filter *f, filter_exchange *e);

/* From now on it is asked for `to`, which is not asked yet and gets its answer, and what was said; `from` is as if never asked. */
void filter_pass(filter *f, filter_exchange *from, filter_exchange *to);

/* Say what was kept of its standard error. */
void exchange_say(filter_exchange *e);

/* Free what an exchange holds. */
void exchange_free(filter_exchange *e);
