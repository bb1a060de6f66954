/* link: gen-workload */
/* snapshot -- the sweep against looking at every job at every second. */
#include <stdlib.h>

#include "gen-workload/log/select.h"
#include "lib/moment/fullest.h"
#include "lib/rng/rng.h"
#include "unit/tap.h"

enum { JOBS = 12, SPAN = 30, ROUNDS = 5000 };

/* Busy nodes, jobs and the nodes of the widest at a second. */
static uint64_t
look(const interval *s, int n, int64_t at, int64_t *running, uint64_t *widest)
{
	uint64_t busy = 0;

	*running = 0;
	*widest = 0;
	for (int i = 0; i < n; i++) {
		if (s[i].start > at || at >= s[i].end)
			continue;
		busy += s[i].nodes;
		if (s[i].nodes > *widest)
			*widest = s[i].nodes;
		++*running;
	}
	return busy;
}

/* The fullest second with so many jobs, `mixed`: of which none has more than half of the busy nodes.  All times are whole and
 * small: every moment is a second of 0 ... 2 SPAN. */
static fullest
look_everywhere(const interval *s, int n, uint64_t nodes, int64_t jobs, bool mixed)
{
	fullest want = { .at = -1 };
	int64_t running;
	uint64_t widest;

	for (int64_t t = 0; t <= 2 * SPAN; t++) {
		uint64_t busy = look(s, n, t, &running, &widest);

		if (busy > want.peak)
			want.peak = busy;
		if (busy > want.busy && busy <= nodes && running >= jobs && (!mixed || widest <= busy - widest)) {
			want.busy = busy;
			want.at = t;
		}
	}
	return want;
}

static bool
agree(const interval *s, int n, uint64_t nodes, int64_t jobs, int *uneven)
{
	hold h[JOBS];
	fullest f, want = look_everywhere(s, n, nodes, jobs ? jobs : 2, jobs == 0);
	bool found;

	if (jobs == 0 && want.busy == 0) {
		want = look_everywhere(s, n, nodes, 2, false);
		want.uneven = true;
		*uneven += want.busy > 0;
	}
	for (int i = 0; i < n; i++)
		h[i] = (hold){ s[i].start, s[i].end, s[i].nodes };
	found = fullest_find(h, (size_t)n, nodes, jobs, &f);
	return found == (want.busy > 0) && f.busy == want.busy && f.peak == want.peak && f.uneven == want.uneven && (!found || f.at == want.at);
}

static bool
right_order(interval *s, int n, int64_t at)
{
	int64_t running;
	uint64_t widest, busy = look(s, n, at, &running, &widest), sum = 0;
	size_t got = intervals_running(s, (size_t)n, at);

	for (size_t i = 0; i < got; i++) {
		sum += s[i].nodes;
		if (i > 0 && (s[i - 1].start > s[i].start
		    || (s[i - 1].start == s[i].start && s[i - 1].job->number >= s[i].job->number)))
			return false;
	}
	return (int64_t)got == running && sum == busy;
}

int
main(void)
{
	log_job job[JOBS] = { 0 };
	int same = 0, ordered = 0, uneven = 0;
	rng r;

	rng_init(&r, 1, "test", "", "");
	for (int i = 0; i < JOBS; i++)
		job[i].number = (i * 7) % JOBS;
	for (int k = 0; k < ROUNDS; k++) {
		interval s[JOBS];
		int n = (int)rng_below(&r, JOBS + 1);
		uint64_t most = 1 + rng_below(&r, 40);

		for (int i = 0; i < n; i++) {
			s[i] = (interval){ &job[i], (int64_t)rng_below(&r, SPAN), 0, (uint32_t)(1 + rng_below(&r, most)) };
			s[i].end = s[i].start + 1 + (int64_t)rng_below(&r, SPAN);
		}
		same += agree(s, n, 1 + rng_below(&r, 60), (int64_t)rng_below(&r, 4), &uneven);
		ordered += right_order(s, n, (int64_t)rng_below(&r, 2 * SPAN));
	}
	is_int(same, ROUNDS, "the fullest moment is the one that looking finds");
	ok(uneven > ROUNDS / 100 && uneven < ROUNDS / 4, "in %d rounds no moment has a mix", uneven);
	is_int(ordered, ROUNDS, "the jobs of a moment, in the order of start and number");
	return done_testing();
}
