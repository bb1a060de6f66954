/* link: gen-workload */
/* moment -- the sweep against looking at every job at every second. */
#include <stdlib.h>

#include "gen-workload/moment.h"
#include "lib/rng/rng.h"
#include "tap.h"

enum { JOBS = 12, SPAN = 30, ROUNDS = 5000 };

/* Busy nodes and jobs at a second. */
static uint64_t
look(const stay *s, int n, int64_t at, int64_t *running)
{
	uint64_t busy = 0;

	*running = 0;
	for (int i = 0; i < n; i++) {
		if (s[i].start > at || at >= s[i].end)
			continue;
		busy += s[i].nodes;
		++*running;
	}
	return busy;
}

/* All times are whole and small: every moment is a second of 0 ... 2 SPAN. */
static bool
agree(const stay *s, int n, uint64_t nodes, int64_t jobs)
{
	moment m, want = { .at = -1 };
	bool found = moment_fullest(s, (size_t)n, nodes, jobs, &m);
	int64_t running;

	for (int64_t t = 0; t <= 2 * SPAN; t++) {
		uint64_t busy = look(s, n, t, &running);

		if (busy > want.peak)
			want.peak = busy;
		if (busy > want.busy && busy <= nodes && running >= jobs) {
			want.busy = busy;
			want.at = t;
		}
	}
	return found == (want.busy > 0) && m.busy == want.busy && m.peak == want.peak && (!found || m.at == want.at);
}

static bool
right_order(stay *s, int n, int64_t at)
{
	int64_t running;
	uint64_t busy = look(s, n, at, &running), sum = 0;
	size_t got = moment_running(s, (size_t)n, at);

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
	int same = 0, ordered = 0;
	rng r;

	rng_init(&r, 1, "test", "", "");
	for (int i = 0; i < JOBS; i++)
		job[i].number = (i * 7) % JOBS;
	for (int k = 0; k < ROUNDS; k++) {
		stay s[JOBS];
		int n = (int)rng_below(&r, JOBS + 1);
		uint64_t most = 1 + rng_below(&r, 40);

		for (int i = 0; i < n; i++) {
			s[i] = (stay){ &job[i], (int64_t)rng_below(&r, SPAN), 0, (uint32_t)(1 + rng_below(&r, most)) };
			s[i].end = s[i].start + 1 + (int64_t)rng_below(&r, SPAN);
		}
		same += agree(s, n, 1 + rng_below(&r, 60), (int64_t)rng_below(&r, 4));
		ordered += right_order(s, n, (int64_t)rng_below(&r, 2 * SPAN));
	}
	is_int(same, ROUNDS, "the fullest moment is the one that looking finds");
	is_int(ordered, ROUNDS, "the jobs of a moment, in the order of start and number");
	return done_testing();
}
