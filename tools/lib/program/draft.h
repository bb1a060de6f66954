/* draft -- a program while it is made: operations and what they wait for, in any order.
 *
 * Operations are numbered as they come, over all ranks; those of a rank keep their order. */
#pragma once

#include "lib/program/program.h"

/* Instead of an operation's number: nothing. */
#define NOTHING UINT32_MAX

typedef struct draft draft;

draft *draft_new(uint32_t ranks);

/* Add an operation of `rank`; its number.  Dies with more than 2^31 of them.  Bytes and ps are at least 0. */
uint32_t draft_send(draft *d, uint32_t rank, uint32_t to, int64_t bytes, uint32_t tag);
uint32_t draft_recv(draft *d, uint32_t rank, uint32_t from, int64_t bytes, uint32_t tag);
uint32_t draft_calc(draft *d, uint32_t rank, int64_t ps);

/* How many it has, of all ranks. */
uint32_t draft_ops(const draft *d);

/* What messages added from now on are for; both texts live on.  Before it is said: "point-to-point", "". */
void draft_purpose(draft *d, const char *what, const char *dimension);

/* The operation, until the next one is added: its cpu, sums and free are the caller's to set, and 0 unless set. */
operation *draft_op(draft *d, uint32_t op);

/* A message leaves, or comes in, by this interface of its node, 0 to MOST_NIC, as that line of its file says. */
void draft_nic(draft *d, uint32_t op, uint8_t nic, long line);

/* `later` waits until `sooner`, of the same rank, has finished; or has started, with FROM_START added to its number.  Nothing happens when
 * one of them is NOTHING. */
void draft_require(draft *d, uint32_t later, uint32_t sooner);

/* Its label, which messages and files name. */
void draft_label(draft *d, uint32_t op, const char *label);

/* The program, and the draft is gone.  `name` is kept: where the program is from.  When operations wait for each other in a circle:
 * dies with the name, the rank and one of them. */
program *draft_finish(draft *d, const char *name);
