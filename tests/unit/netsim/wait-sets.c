/* link: netsim */
/* wait-sets -- sets of packets that wait for tokens, many more than there are buckets at first: each is found by its hash, among
 * those of the same hash too, its packets come out in the order in which they came, and an empty one is found no more. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "netsim/escape/wait-sets.h"
#include "unit/tap.h"

enum { SETS = 5000, HASHES = 3000, EACH = 3 };	/* sets; their hashes; packets in each */

static uint32_t
hash_of(uint32_t k)
{
	return k % HASHES * 2654435761u;
}

/* Is `id` among the sets of its hash?  How many there are. */
static bool
found(const network *n, uint32_t k, uint32_t id, int *of_hash)
{
	bool seen = false;

	*of_hash = 0;
	for (uint32_t at = wait_set_find(n, hash_of(k), NONE); at != NONE; at = wait_set_find(n, hash_of(k), at)) {
		seen = seen || at == id;
		++*of_hash;
	}
	return seen;
}

static int
not_found(const network *n, const uint32_t *id, uint32_t from, uint32_t to, int expected)
{
	int wrong = 0, count;

	for (uint32_t k = from; k < to; k++)
		wrong += !found(n, k, id[k], &count) || count != expected;
	return wrong;
}

/* Packets EACH k … EACH k + EACH - 1 wait in set k; their numbers are their places. */
static void
fill(network *n, uint32_t *id)
{
	for (uint32_t p = 0; p < SETS * EACH; p++)
		n->packet[p] = (packet){ .via = p, .next = NONE };
	for (uint32_t k = 0; k < SETS; k++)
		id[k] = wait_set_open(n, EACH * k, hash_of(k));
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

int
main(void)
{
	wait_sets l;
	escape e = { .sets = &l };
	network n = { .escape = &e, .packet = xcalloc(SETS * EACH, sizeof(packet)) };
	uint32_t id[SETS];
	int count;

	n.packet_base = (uintptr_t)n.packet;
	wait_sets_init(&l);
	fill(&n, id);
	ok(l.buckets >= SETS, "%u buckets for %d sets", l.buckets, SETS);
	is_int(not_found(&n, id, 0, SETS - HASHES, 2), 0, "two sets of a hash are both found");
	is_int(not_found(&n, id, SETS - HASHES, HASHES, 1), 0, "and one alone");
	is_int(out_of_turn(&n, id, HASHES), 0, "packets leave in the order in which they came");
	is_int(not_found(&n, id, 0, HASHES, 1), 0, "an empty set is found no more");
	ok1(wait_set_find(&n, 12345, NONE) == NONE && !found(&n, 1, id[HASHES + 1], &count));
	ok1(wait_set_before(&n, id[0], id[1]) && !wait_set_before(&n, id[1], id[0]));
	packet_of(&n, wait_set_of(&n, id[1])->first)->via = UINT32_MAX - 5;
	ok(wait_set_before(&n, id[1], id[0]), "also where places have been counted round");
	wait_sets_reset(&l);
	ok1(l.open == 0 && wait_set_find(&n, hash_of(1), NONE) == NONE);
	wait_sets_free(&l);
	free(n.packet);
	return done_testing();
}
