/* halving -- recursive halving: 2^k of the ranks at hand halve the vector k times, each time with the rank whose number differs in one
 * more bit, until each has its part of the sum (R. Rabenseifner; Thakur, Rabenseifner and Gropp 2005, 4.5).
 *
 * Of n = 2^k + r ranks the first 2r meet in pairs, and the even one goes on for both. */
#pragma once

#include "lib/program/collectives/member.h"

typedef struct halving {
	uint32_t steps, power;	/* k, 2^k */
	uint32_t rest;		/* r */
	uint32_t number;	/* of the member among the 2^k; NOTHING: its partner goes on */
	int64_t sent[32], kept[32];	/* bytes of a step: what goes to the other, what stays and comes from it */
} halving;

/* The steps of a member for a vector of that many bytes. */
halving halving_of(const group_member *m, int64_t bytes);

/* Sizes as the 2^k ranks see them whose number is `number`. */
void halving_sizes(const group_member *m, halving *h, uint32_t number, int64_t bytes);

/* The place of a number. */
static inline uint32_t
halving_place(const halving *h, uint32_t number)
{
	return number < h->rest ? 2 * number : number + h->rest;
}

/* With whom the member is in step k. */
static inline uint32_t
halving_peer(const halving *h, uint32_t k)
{
	return halving_place(h, h->number ^ UINT32_C(1) << k);
}

/* Pairs meet, then the vector is halved. */
void halving_add(group_member *m, const halving *h, int64_t bytes);

/* Other algorithms have the odd one of a pair stand for both. */
typedef struct paired_ranks {
	uint32_t power, rest;	/* 2^k, r */
	uint32_t number;	/* of the member among the 2^k; NOTHING: its partner goes on */
} paired_ranks;

/* Even ones hand all over, a vector of that many bytes. */
paired_ranks pairs_meet(group_member *m, int64_t bytes);

/* The place of a number. */
static inline uint32_t
pairs_place(const paired_ranks *p, uint32_t number)
{
	return number < p->rest ? 2 * number + 1 : number + p->rest;
}
