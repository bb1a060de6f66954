#include "lib/program/collectives/halving.h"

void
halving_sizes(const group_member *m, halving *h, uint32_t number, int64_t bytes)
{
	h->number = number;
	for (uint32_t k = 0; k < h->steps; k++) {
		int64_t half = member_half(m, bytes);
		bool upper = number >> k & 1;

		h->kept[k] = upper ? bytes - half : half;
		h->sent[k] = bytes - h->kept[k];
		bytes = h->kept[k];
	}
}

halving
halving_of(const group_member *m, int64_t bytes)
{
	halving h = { .power = power_of_two(m->size), .number = NOTHING };

	while (h.power >> h.steps > 1)
		h.steps++;
	h.rest = m->size - h.power;
	if (m->me >= 2 * h.rest)
		halving_sizes(m, &h, m->me - h.rest, bytes);
	else if (m->me % 2 == 0)
		halving_sizes(m, &h, m->me / 2, bytes);
	return h;
}

void
halving_add(group_member *m, const halving *h, int64_t bytes)
{
	/* Each of a pair adds up a half; the even one gets the other's. */
	if (m->me < 2 * h->rest) {
		int64_t left = member_half(m, bytes), right = bytes - left;

		if (m->me % 2) {
			member_exchange_sums(m, m->me - 1, left, m->me - 1, right);
			member_send(m, m->me - 1, right);
		} else {
			member_exchange_sums(m, m->me + 1, right, m->me + 1, left);
			member_recv(m, m->me + 1, right);
		}
		member_step(m);
	}
	if (h->number == NOTHING)
		return;
	for (uint32_t k = 0; k < h->steps; k++)
		member_exchange_sums(m, halving_peer(h, k), h->sent[k], halving_peer(h, k), h->kept[k]);
}

paired_ranks
pairs_meet(group_member *m, int64_t bytes)
{
	paired_ranks p = { .power = power_of_two(m->size), .number = NOTHING };

	p.rest = m->size - p.power;
	if (m->me >= 2 * p.rest)
		p.number = m->me - p.rest;
	else if (m->me % 2 == 0)
		member_send(m, m->me + 1, bytes);
	else {
		member_sum(m, m->me - 1, bytes);
		p.number = m->me / 2;
	}
	member_step(m);
	return p;
}
