/* peers -- whom each task of a job sends to, as a list, of patterns that list their messages. */
#pragma once

#include "lib/pattern/pattern.h"

/* A message that a task posts. */
typedef struct posting {
	uint32_t from, to;
	uint32_t way;		/* a task posts by this, then by receiver */
	int64_t bytes;
} posting;

typedef struct peers {
	uint32_t phases;
	size_t *first;		/* [tasks * phases + 1]: what task i posts in phase f begins at first[i * phases + f] */
	uint32_t *to;
	int64_t *bytes;		/* NULL: traffic.bytes each */
	uint32_t *awaited;	/* [tasks * phases]: what task i waits for in phase f */
} peers;

/* Room for that many messages of t's tasks, `sized` or not; t's from now on.  The pattern fills in first[] from 1 on, to[] and
 * bytes[]; then peers_count says what each task waits for. */
peers *peers_new(traffic *t, uint32_t phases, size_t messages, bool sized);
void peers_count(const traffic *t);

/* Those of t from n postings in any order, whose ways are below `ways`, as many in each phase; those of a task, a way and a receiver are
 * one message.  The list is freed. */
void peers_post(traffic *t, uint32_t phases, uint32_t ways, posting *list, size_t n);

/* As in struct pattern. */
uint32_t peers_sends(const peers *p, uint32_t phase, uint32_t task);
message peers_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k);
uint32_t peers_receives(const peers *p, uint32_t phase, uint32_t task);
void peers_free(peers *p);
