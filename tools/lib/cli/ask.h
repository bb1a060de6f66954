/* ask -- questions to a filter, a command of the shell that reads a text and writes one, started anew for each; several run side by side,
 * and some ahead of time.
 *
 * Each has a process group of its own, with all that it starts: the group is killed when it takes too long, when nobody wants its answer
 * any more, and when this tool ends, in whatever way.
 *
 * An answer follows from the bytes of its question alone, so a question may be asked before it is known to be one.  While a caller that
 * can guess waits, and there is room for one more filter, a scout is sent: a child of the tool that goes on with the guess, tells which
 * questions it would ask next, and leaves.  These are asked; whoever asks the same bytes later gets their answers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

typedef struct asker {
	const char *command;	/* set by the caller, */
	int64_t timeout;	/* the real time that an answer may take, ms, */
	int at_once;		/* and how many may run side by side, at least 1 */
	struct child *child;	/* [at_once + 1], the last for a scout */
	struct pollfd *poll;	/* [at_once + 1] */
	filter_exchange **ahead;	/* what was asked ahead of time, in that order */
	size_t count, room;
	filter_exchange scout;		/* the one that is under way */
	bool due;		/* one that is sent now may come farther than the one before */
	int may_tell;		/* in a scout: how many questions it may tell of; else 0 */
} asker;

void ask_open(asker *a);
void ask_close(asker *a);

/* Have n answers; the last, which may take longest, is asked first.  A command that fails, takes too long or writes without end ends the
 * tool with status 1; of several the one whose text comes first.  Of questions asked ahead of time such things are not heard of before
 * they are asked here. */
void ask(asker *a, filter_exchange *e, int n);

/* As `ask`; but in a scout some are not ANSWERED, and the caller goes on with a guess.  In one `ask` does not return then. */
void ask_or_guess(asker *a, filter_exchange *e, int n);

/* Is this a scout? */
bool ask_is_scout(const asker *a);

/* Nothing that was asked ahead is wanted any more; a scout leaves. */
void ask_forget(asker *a);

/* Free what an exchange holds. */
void exchange_free(filter_exchange *e);
