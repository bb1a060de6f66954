/* dragonfly-outputs -- minimal, or by way of a random group, by what waits at the outputs, behind a crossbar (outputs.h): the
 * adaptive routings of SST's dragonfly (merlin, dragonfly.cc).
 *
 * ugal-output is its `ugal`: the path by way of another group is taken when less than half as much waits for it, whatever its
 * length.  adaptive-local is its `adaptive-local`: when its output has more than twice the room.  Both look at the channel
 * that the packet would take; and both decide in the first router. */
#include "netsim/engine/crossbar.h"
#include "netsim/engine/outputs.h"
#include "netsim/routings/choice.h"
#include "netsim/routings/dragonfly.h"

const routing routing_dragonfly_ugal_output = {
	.name = "ugal-output",
	.about = "minimal iff q_m <= 2 q_v, q the bytes at the output, behind the crossbar (SST's ugal)",
	.kind = "dragonfly",
	.channels = dragonfly_channels,
	.asks = ASKS_ROUTER,
	.choose = choose_ugal_output,
	.detour = dragonfly_detour,
	.links = choice_one_or_two,
	.next = dragonfly_next,
	.targets = dragonfly_targets_or_minimal,
};

/* Bytes that a channel of an output holds at most. */
static int64_t
output_size(const network *n)
{
	return n->crossbar && n->crossbar->outputs ? (int64_t)n->crossbar->outputs->size : n->buffer;
}

static void
choose_by_room(network *n, packet *p, uint32_t router, int64_t now)
{
	int64_t size = output_size(n);
	uint32_t via;

	p->settled = 1;
	if (router == p->router)
		return;
	via = dragonfly_detour(n, p, router);
	if (via != NONE && size - (int64_t)choice_output(n, p, router, via, now) > 2 * (size - (int64_t)choice_output(n, p, router, NONE, now)))
		p->via = via;
}

const routing routing_dragonfly_adaptive_local = {
	.name = "adaptive-local",
	.about = "minimal unless a detour's output has more than twice the room (SST's adaptive-local)",
	.kind = "dragonfly",
	.channels = dragonfly_channels,
	.asks = ASKS_ROUTER,
	.choose = choose_by_room,
	.detour = dragonfly_detour,
	.next = dragonfly_next,
	.targets = dragonfly_targets_or_minimal,
};
