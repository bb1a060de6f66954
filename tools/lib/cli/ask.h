/* ask -- questions to a filter, several side by side, and some ahead of time.
 *
 * An answer follows from the bytes of its question alone, so a question may be asked before it is known to be one.  While a caller that
 * can guess waits, and there is room for one more filter, a scout is sent: a child of the tool that goes on with the guess, tells which
 * questions it would ask next, and leaves.  These are asked; whoever asks the same bytes later gets their answers. */
#pragma once

#include "lib/cli/filter.h"

typedef struct asker {
	filter filter;		/* its former three fields are set by the caller */
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
