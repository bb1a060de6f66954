#include "netsim/lanes.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "netsim/engine/network.h"
#include "netsim/routings/choice.h"

/* A routing that goes on in several lanes. */
typedef struct lanes {
	routing routing;	/* first: what the network is given */
	const routing *lane;	/* what goes on in one */
	uint8_t given[256];	/* by class: channels of a link, */
	uint8_t needs[256];	/* of a lane, */
	uint8_t count[256];	/* and lanes */
} lanes;

static uint32_t
next(const network *n, packet *p, uint32_t router)
{
	const lanes *l = (const lanes *)n->routing;
	uint32_t link = l->lane->next(n, p, router), class = n->machine->class[link];
	uint32_t lane = (p->word & UINT16_MAX) * l->count[class] >> 16;

	p->channel_next = (p->channel_next + lane * l->needs[class]) & 15;
	return link;
}

/* Adaptive channels are told apart by numbers that must not run over. */
static void
check_targets(const machine *m)
{
	if (m->router_links > UINT32_MAX / MAX_CHANNELS)
		die(FAIL_DATA, "the machine has too many virtual channels");
}

routing *
lanes_of(const routing *r, const machine *m, int vcs)
{
	lanes *l = xcalloc(1, sizeof *l);

	l->routing = *r;
	l->routing.given = l->given;
	l->lane = r;
	l->needs[CLASS_NODE] = l->count[CLASS_NODE] = l->given[CLASS_NODE] = 1;
	for (int k = 1; k < m->classes; k++) {
		int needs = r->channels(m, k);

		if (needs > vcs) {
			free(l);
			return NULL;
		}
		l->needs[k] = (uint8_t)needs;
		l->count[k] = (uint8_t)(vcs / needs);
		l->given[k] = (uint8_t)(r->tokens ? vcs : vcs / needs * needs);
	}
	if (r->tokens) {
		check_targets(m);
		return &l->routing;
	}
	l->routing.next = next;
	if (!r->choose)		/* only packets that are not settled have a word */
		l->routing.choose = choose_nothing;
	return &l->routing;
}
