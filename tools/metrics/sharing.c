/* sharing -- a count of users a link, and every job's list of links: as much work as there are
 * uses, whatever the size of the machine. */
#include "metrics/sharing.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

void
sharing_init(sharing *s, uint32_t links)
{
	*s = (sharing){ .users = xcalloc(links, sizeof *s->users) };
}

void
sharing_free(sharing *s)
{
	free(s->users);
	free(s->link);
	free(s->first);
}

void
sharing_job(sharing *s)
{
	s->first = xgrow(s->first, &s->job_room, (size_t)s->jobs + 1, sizeof *s->first);
	s->first[s->jobs++] = s->links;
}

bool
sharing_use(sharing *s, uint32_t link)
{
	struct link_users *u = &s->users[link];

	if (u->last == s->jobs)
		return false;
	u->last = s->jobs;
	u->jobs++;
	s->link = xgrow(s->link, &s->link_room, s->links + 1, sizeof *s->link);
	s->link[s->links++] = link;
	return true;
}

static double
percent(size_t part, size_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

/* The share of job j's links that others use too. */
static double
shared_by(const sharing *s, uint32_t j)
{
	size_t end = j + 1 < s->jobs ? s->first[j + 1] : s->links, shared = 0;

	for (size_t i = s->first[j]; i < end; i++)
		shared += s->users[s->link[i]].jobs > 1;
	return percent(shared, end - s->first[j]);
}

shares
sharing_end(sharing *s)
{
	size_t used = 0, shared = 0;
	shares result = { 0, 0 };

	for (uint32_t j = 0; j < s->jobs; j++) {
		double share = shared_by(s, j);

		result.mls = share > result.mls ? share : result.mls;
	}
	for (size_t i = 0; i < s->links; i++) {
		struct link_users *u = &s->users[s->link[i]];

		used += u->jobs > 0;	/* each link at the first of its uses */
		shared += u->jobs > 1;
		*u = (struct link_users){ 0, 0 };
	}
	result.tls = percent(shared, used);
	s->links = s->jobs = 0;
	return result;
}
