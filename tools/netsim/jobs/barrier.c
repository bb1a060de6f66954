#include "netsim/jobs/barrier.h"

#include <sched.h>

#include "lib/cli/cli.h"

enum { SPINS = 4000 };		/* when each thread has a core of its own */

void
barrier_init(barrier *b, uint32_t count)
{
	atomic_init(&b->arrived, 0);
	atomic_init(&b->generation, 0);
	atomic_init(&b->asleep, 0);
	b->count = count;
	b->spins = processors_at_hand() >= count ? SPINS : 0;
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->met, NULL);
}

/* Until the generation is no longer g. */
static void
wait_for(barrier *b, unsigned g)
{
	for (unsigned i = 0; i < b->spins; i++) {
		if (atomic_load_explicit(&b->generation, memory_order_acquire) != g)
			return;
		if (i % 64 == 63)
			sched_yield();	/* to another of them, if it is on this core */
#if defined __x86_64__
		else
			__builtin_ia32_pause();
#endif
	}
	pthread_mutex_lock(&b->lock);
	atomic_fetch_add(&b->asleep, 1);
	while (atomic_load(&b->generation) == g)
		pthread_cond_wait(&b->met, &b->lock);
	atomic_fetch_sub(&b->asleep, 1);
	pthread_mutex_unlock(&b->lock);
}

bool
barrier_come(barrier *b)
{
	unsigned g = atomic_load(&b->generation);

	if (atomic_fetch_add(&b->arrived, 1) + 1 == b->count)
		return true;
	wait_for(b, g);
	return false;
}

void
barrier_open(barrier *b)
{
	atomic_store(&b->arrived, 0);
	atomic_fetch_add(&b->generation, 1);
	if (atomic_load(&b->asleep)) {
		pthread_mutex_lock(&b->lock);
		pthread_cond_broadcast(&b->met);
		pthread_mutex_unlock(&b->lock);
	}
}
