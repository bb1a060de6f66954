/* fragments -- nodes that are idle while jobs wait that have no use for them, a row whenever a job came, started or left.
 *
 * All idle nodes are fragmented while jobs wait and the policy would serve none of them now; when it would serve one (which may wait
 * all the same: EASY keeps nodes for the head of the queue) none is.  Where a waiting job asks for no more nodes than are idle
 * and is refused, it is the policy's rules that keep them idle; else no job that waits is as small. */
#ifndef HOPLINE_ALLOC_TIME_UNUSABLE_H
#define HOPLINE_ALLOC_TIME_UNUSABLE_H

struct play;

typedef struct fragments fragments;

/* Write to a new file, with a header: case,time_s,idle,waiting,refused,fragmented,closed.  Nodes that a job closes for others count as
 * closed, not as idle. */
fragments *fragments_open(const char *path);

/* The row of this time, after the schedule's pass. */
void fragments_write(fragments *f, struct play *p);

/* NULL: nothing. */
void fragments_close(fragments *f);

#endif
