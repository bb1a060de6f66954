/* member -- one rank of a group during a collective: it takes steps, each some sends and receives that begin together.
 *
 * Algorithms are written as a library's code is, from the view of one rank.  Draft operations are numbered as they come, so that those
 * of a step lie side by side. */
#pragma once

#include "lib/program/collective.h"

enum { MEMBER_TAGS = 2 };	/* of a collective */

typedef struct group_member {
	const rank_group *group;
	uint32_t me, size;	/* its place among the ranks at hand, and how many these are */
	uint32_t root;		/* among these */
	uint32_t first, stride;	/* place p of these is place first + p * stride of the group, or its last where it has fewer */
	uint32_t tag;
	uint32_t after;		/* what the first step waits for; NOTHING */
	struct step { uint32_t first, end; } past, now;	/* operations of the step before, for which this one waits, and of this one */
} group_member;

/* The member at this place of the group, before its first step. */
group_member member_begin(const rank_group *g, uint32_t place, uint32_t root);

/* Send to, receive from the member at this place, in this step; the operation. */
uint32_t member_send(group_member *m, uint32_t to, int64_t bytes);
uint32_t member_recv(group_member *m, uint32_t from, int64_t bytes);

/* Receive from there what is added to the member's own, in this step; the operation. */
uint32_t member_sum(group_member *m, uint32_t from, int64_t bytes);

/* Nothing but this time, ps, in this step. */
void member_calc(group_member *m, int64_t ps);

/* The step is over: what follows waits for all of it.  Nothing happens when it has nothing. */
void member_step(group_member *m);

/* A step of one send and one receive, or one whose receive adds up. */
void member_exchange(group_member *m, uint32_t to, int64_t sent, uint32_t from, int64_t received);
void member_exchange_sums(group_member *m, uint32_t to, int64_t sent, uint32_t from, int64_t received);

/* The member goes on when all of these, copies of it that went on side by side, have taken their steps. */
void member_meet(group_member *m, const group_member *lane, int lanes);

/* The operation after which the member is done; NOTHING when it has had nothing to do nor to wait for. */
uint32_t member_end(group_member *m);

/* The place so far on around the ring of all, or back when negative. */
static inline uint32_t
member_at(const group_member *m, int64_t on)
{
	int64_t place = (m->me + on) % m->size;

	return (uint32_t)(place < 0 ? place + m->size : place);
}

/* The member's number, counted from the root; and the place of a number. */
static inline uint32_t
member_number(const group_member *m)
{
	return member_at(m, -(int64_t)m->root);
}

static inline uint32_t
member_place(const group_member *m, uint64_t number)
{
	return (uint32_t)((m->root + number) % m->size);
}

/* How many bytes stay together: an element. */
static inline int64_t
member_element(const group_member *m)
{
	return m->group->element ? m->group->element : 1;
}

/* Block i of a vector divided in that many parts: whole elements, one more in the first blocks where there is a remainder. */
int64_t member_block(const group_member *m, int64_t bytes, uint32_t parts, uint32_t i);

/* How many elements a vector has. */
static inline int64_t
member_count(const group_member *m, int64_t bytes)
{
	return bytes / member_element(m);
}

/* The bytes of the first half of a vector; it has the smaller number of elements. */
static inline int64_t
member_half(const group_member *m, int64_t bytes)
{
	return member_count(m, bytes) / 2 * member_element(m);
}

/* What is sent at once of a vector where an algorithm sends pieces: group.segment, or `usual` where it says nothing; 0: all. */
int64_t member_piece(const group_member *m, int64_t bytes, int64_t usual);

/* The largest power of two up to n. */
static inline uint32_t
power_of_two(uint32_t n)
{
	uint32_t power = 1;

	while (power <= n / 2)
		power *= 2;
	return power;
}
