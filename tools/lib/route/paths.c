#include "lib/route/paths.h"

#include <string.h>

#include "lib/cli/cli.h"
#include "lib/route/pick.h"

const char *
routes_unfit(const routes *r, const machine *m)
{
	if (m->searched ? !r->broken || (strcmp(r->broken, "*") != 0 && !kind_among(m, r->broken)) : !kind_among(m, r->kind))
		return "";
	return r->unfit ? r->unfit(m) : NULL;
}

bool
routes_suit(const routes *r, const machine *m)
{
	return !routes_unfit(r, m);
}

bool
paths_init(paths *w, const machine *m, const routes *r, bool detours, int vcs)
{
	*w = (paths){ .machine = m, .routes = r, .copies = vcs && !r->escape };
	w->needs[CLASS_NODE] = w->count[CLASS_NODE] = w->channels[CLASS_NODE] = 1;
	for (int k = 1; k < m->classes; k++) {
		int needs = routes_channels(r, m, k, detours), have = vcs ? vcs : needs;

		if (needs > have)
			return false;
		w->needs[k] = (uint8_t)needs;
		w->count[k] = (uint8_t)(have / needs);
		w->channels[k] = (uint8_t)(r->escape ? have : have / needs * needs);
	}
	if (r->escape && vcs && m->router_links > UINT32_MAX / MAX_CHANNELS)	/* their numbers (lattice-adaptive.c) fit 32 bits */
		die(FAIL_DATA, "the machine has too many virtual channels");
	w->tables = r->prepare ? r->prepare(m, detours) : NULL;
	return true;
}

void
paths_free(paths *w)
{
	if (w->routes->release)
		w->routes->release(w->tables);
}

uint32_t
paths_draw(const paths *w, const trip *t, uint32_t router)
{
	uint32_t count = w->routes->detours(w, t, router);

	return count ? w->routes->detour(w, t, router, pick_at_random(t, count)) : NONE;
}

uint32_t
paths_home(const paths *w, trip *t)
{
	const machine *m = w->machine;

	if (t->via != t->router && t->via < m->routers)	/* beyond: NONE, or a link that t came by */
		return NONE;
	t->via = NONE;
	t->channel = 0;
	return m->reverse[m->router_links + t->to];
}
