/* meeting -- a sweep over jobs by their start, for a gap in which none runs. */
#include "netsim/table/case.h"

#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/units.h"

typedef struct meeting_stretch {
	int64_t start, end;	/* ps */
	uint32_t job;
} meeting_stretch;

ASCENDING_BY(by_start, meeting_stretch, start)

/* When each job ran that took time, by start; how many. */
static uint32_t
find_stretches(const traffic_run *r, meeting_stretch *s)
{
	uint32_t n = 0;

	for (uint32_t j = 0; j < r->jobs; j++) {
		const case_job *k = &r->job[j];

		if (k->end > k->start)
			s[n++] = (meeting_stretch){ k->start, k->end, j };
	}
	qsort(s, n, sizeof *s, by_start);
	return n;
}

/* The first job that cannot meet those before it, and how long these had ended; NONE. */
static uint32_t
find_apart(const meeting_stretch *s, uint32_t n, int64_t *gap)
{
	int64_t longest = 0, last = INT64_MAX;

	for (uint32_t i = 0; i < n; i++)
		if (s[i].end - s[i].start > longest)
			longest = s[i].end - s[i].start;
	for (uint32_t i = 0; i < n; i++) {
		*gap = s[i].start - last;
		if (*gap > longest)
			return s[i].job;
		if (i == 0 || s[i].end > last)
			last = s[i].end;
	}
	return NONE;
}

void
meeting_look(meeting *m, const case_reader *c, const batch *b, const traffic_run *r)
{
	meeting_stretch *s = xalloc((size_t)r->jobs + 1, sizeof *s);
	int64_t gap;
	uint32_t who = find_apart(s, find_stretches(r, s), &gap);

	free(s);
	m->cases++;
	if (who != NONE && m->apart++ == 0) {
		int i = 0;

		while (c->job_of_row[i] != who)
			i++;
		table_warn(c->table, &b->row[i], c->rows.at[JOB_START], "case '%s': all jobs that started earlier have ended %.9g s before,"
			" so they never meet; 'metrics moment' takes the jobs of one moment of a schedule", b->id, ps_to_seconds(gap));
	}
}

void
meeting_tell(const meeting *m, const table *t)
{
	if (m->apart > 1)
		warn("%s: in %ld of %ld cases jobs start so far apart that they never meet", t->file, m->apart, m->cases);
}
