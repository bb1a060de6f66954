/* barrier -- threads meet, and the last to arrive does something while the others wait. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* On cache lines of its own: all threads look at it. */
typedef struct barrier {
	_Alignas(64) atomic_uint arrived;
	atomic_uint generation;	/* how many meetings there were */
	atomic_uint asleep;
	uint32_t count;		/* threads */
	unsigned spins;		/* looks at the generation before a thread goes to sleep */
	pthread_mutex_t lock;
	pthread_cond_t met;
} barrier;

/* A barrier for that many threads. */
void barrier_init(barrier *b, uint32_t count);

/* Come to a meeting.  True for the last, at once: the others wait until it opens the barrier. */
bool barrier_come(barrier *b);
void barrier_open(barrier *b);
