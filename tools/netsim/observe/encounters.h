/* encounters -- which jobs have met: packets of both have used the same link.
 *
 * Jobs belong together that have met, or have each met one that does.  Of the encounters the first that bring jobs together are kept, with
 * their times, so that who belonged together can be told for any time. */
#ifndef HOPLINE_NETSIM_OBSERVE_ENCOUNTERS_H
#define HOPLINE_NETSIM_OBSERVE_ENCOUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct encounter {
	int64_t time;		/* ps */
	uint32_t job[2];
} encounter;

typedef struct encounters {
	uint32_t *chief;	/* [jobs], of those that belong together: one nearer to the one that stands for all, which is its own */
	size_t jobs, chief_room;
	encounter *item;	/* [count] */
	size_t count, room;
} encounters;

/* Forget all. */
void encounters_clear(encounters *e);
void encounters_free(encounters *e);

/* Jobs a and b are on one link from `time` on, ps. */
void encounters_note(encounters *e, uint32_t a, uint32_t b, int64_t time);

/* The job that stands for those that a belongs to, as far as noted. */
uint32_t encounters_chief(encounters *e, uint32_t a);

/* Add those of another part. */
void encounters_merge(encounters *e, const encounters *part);

#endif
