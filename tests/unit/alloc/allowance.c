/* link: alloc */
/* allowance -- what jobs are charged for the bursts of others, and what answers teach of it. */
#include <math.h>

#include "alloc/time/allowance.h"
#include "unit/tap.h"

static burst_load load[2];
static link_use use = { 0, 0.01 };
static const link_uses uses = { &use, 1, 2 };

/* Two jobs that always communicate, on one link, which an iteration of 1 s keeps busy for 0.01 s: D = 2 x 0.01. */
static void
two(exposure *a, exposure *b, double *delay)
{
	*a = *b = (exposure){ .uses = &uses, .iteration = 1, .communication = 1, .sensitive = 1, .runtime = 1e9 };
	a->delay = &delay[0];
	b->delay = &delay[1];
	delay[0] = delay[1] = 0;
}

static bool
near(double x, double y)
{
	return fabs(x - y) < 1e-9;
}

int
main(void)
{
	allowance a = { .tolerance = 0.05, .load = load };
	double delay[2];
	exposure one, other, *both[2] = { &one, &other };

	two(&one, &other, delay);
	allowance_forget(&a);
	allowance_rate(&a, both, 2);
	ok(near(one.bound, 0.02) && near(one.rate, 0.02), "before an answer a job is charged its whole bound");

	for (int i = 0; i < 2400; i++)
		allowance_learn(&a, &one, 0.001);
	allowance_rate(&a, both, 2);
	ok(near(one.rate, 0.02), "and after answers whose bounds add up to 48 s a second, as the one of doubt is more than a fiftieth of them");
	for (int i = 0; i < 200; i++)
		allowance_learn(&a, &one, 0.001);
	allowance_rate(&a, both, 2);
	ok(near(one.bound, 0.02) && near(one.rate, 0.06 * 0.02), "beyond 49, paces that were off by 1/20 of the bound make it 3/50 of that: %g", one.rate / one.bound);

	for (int i = 0; i < 100; i++)
		allowance_learn(&a, &one, 0.013);
	allowance_rate(&a, both, 2);
	ok(near(one.rate, 0.66 * 0.02), "a pace of fifty or more that was off by 13/20 makes it 33/50: %g", one.rate / one.bound);
	for (int i = 0; i < 100; i++)
		allowance_learn(&a, &one, 7);
	allowance_rate(&a, both, 2);
	ok(near(one.rate, 0.02), "paces that were off by more than their bound make it the whole bound, and no more: %g", one.rate / one.bound);

	allowance_settle(&a, both, 2);
	allowance_learn(&a, &one, 1);
	allowance_rate(&a, both, 2);
	ok(one.bound == 0 && one.rate == 0, "a pace that holds for what runs is charged nothing, and teaches nothing");
	allowance_forget(&a);
	delay[0] = 0;
	allowance_rate(&a, both, 2);
	ok(near(one.rate, 0.02), "another case begins with the whole bound");
	return done_testing();
}
