/* events -- a case played along its timeline, event by event, and written. */
#ifndef HOPLINE_ALLOC_TIME_EVENTS_H
#define HOPLINE_ALLOC_TIME_EVENTS_H

#include "alloc/time/timeline.h"

/* Columns that the schedule needs and the table lacks end the tool. */
timeline *timeline_open(driver *d);

/* Serve a case: timeline_run has the outcome in t->job, timeline_forget frees it. */
void timeline_run(timeline *t, const batch *b);
void timeline_forget(timeline *t);

/* Both, and hand the rows to the sink in between. */
void timeline_case(timeline *t, const batch *b);

/* Report what was odd, and end. */
void timeline_close(timeline *t);

#endif
