/* meeting -- jobs of a case that cannot meet, because they start too far apart. */
#pragma once

#include "netsim/table/case.h"

typedef struct meeting {
	long cases, apart;	/* that were looked at; whose jobs do not all meet */
} meeting;

/* Look at a case that is over.  Its jobs cannot meet when one starts after all that started earlier have ended, later by more than
 * the longest of them takes: that is a schedule of another clock than messages have, and no offset between jobs that share the
 * network.  The first case like that is warned of.  Backgrounds, which go on as long as others, do not count. */
void meeting_look(meeting *m, const case_reader *c, const batch *b, const traffic_run *r);

/* After the last case: how many were like the one that was warned of. */
void meeting_tell(const meeting *m, const table *t);
