/* link: netsim */
/* wait-sets -- packets that wait for tokens: sets keep the order in which packets came, and a channel finds the set whose first packet came
 * first among those that fit. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "netsim/escape/wait-sets.h"
#include "unit/tap.h"

enum { SETS = 500, EACH = 3 };	/* sets; packets in each */

/* Packets EACH k … EACH k + EACH - 1 wait in set k; their numbers are their places, and set k's have 100 + k % 7 bytes. */
static void
fill(network *n, uint32_t *id)
{
	for (uint32_t p = 0; p < SETS * EACH; p++)
		n->packet[p] = (packet){ .via = p, .next = NONE, .bytes = 100 + p / EACH % 7 };
	for (uint32_t k = 0; k < SETS; k++)
		id[k] = wait_set_open(n, EACH * k, k);
	for (uint32_t i = 1; i < EACH; i++)
		for (uint32_t k = 0; k < SETS; k++)
			wait_set_join(n, id[k], EACH * k + i);
}

/* Empty the sets from `from` on; how many packets came out of turn. */
static int
out_of_turn(network *n, const uint32_t *id, uint32_t from)
{
	int wrong = 0;

	for (uint32_t k = from; k < SETS; k++)
		for (uint32_t i = 0; i < EACH; i++) {
			wrong += wait_set_of(n, id[k])->first != EACH * k + i;
			wrong += wait_set_leave(n, id[k]) != (i == EACH - 1);
		}
	return wrong;
}

/* A channel, of the escape or not, for which all sets wait. */
static token_vc
awaited(network *n, const uint32_t *id, bool escapes)
{
	token_vc o = { .least = UINT32_MAX, .escape = escapes };

	for (uint32_t k = SETS; k-- > 0;)
		token_vc_add(n, &o, id[k]);
	return o;
}

static void
check_channel(network *n, const uint32_t *id)
{
	token_vc o = awaited(n, id, false);

	is_int(token_vc_first(n, &o, 106), id[0], "of those that fit, the set whose packet came first");
	is_int(token_vc_first(n, &o, 99), NONE, "and none where none fits");
	token_vc_remove(&o, id[0]);
	is_int(token_vc_first(n, &o, 100), id[7], "larger ones are passed over");
	for (uint32_t k = 7; k < SETS; k += 7)
		token_vc_remove(&o, id[k]);
	ok1(token_vc_first(n, &o, 100) == NONE && o.least == 101);
	free(o.set);
}

static void
check_escape(network *n, const uint32_t *id)
{
	token_vc o = awaited(n, id, true);

	token_vc_remove(&o, id[0]);
	ok(token_vc_first(n, &o, 100) == NONE && token_vc_first(n, &o, 101) == id[1], "an escape channel is the first packet's, or nobody's");
	free(o.set);
}

int
main(void)
{
	escape e = { .sets_free = NONE };
	network n = { .escape = &e, .packet = xcalloc(SETS * EACH, sizeof(packet)) };
	uint32_t id[SETS];

	n.packet_base = (uintptr_t)n.packet;
	fill(&n, id);
	check_channel(&n, id);
	check_escape(&n, id);
	ok1(wait_set_before(&n, id[0], id[1]) && !wait_set_before(&n, id[1], id[0]));
	packet_of(&n, wait_set_of(&n, id[1])->first)->via = UINT32_MAX - 5;
	ok(wait_set_before(&n, id[1], id[0]), "also where places have been counted round");
	is_int(out_of_turn(&n, id, 2), 0, "packets leave in the order in which they came");
	is_int(wait_set_open(&n, 0, 0), id[SETS - 1], "a set that is gone is used again");
	free_all(e.set, n.packet);
	return done_testing();
}
