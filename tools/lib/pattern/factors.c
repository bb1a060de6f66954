/* factors -- see factors.h. */
#include "lib/pattern/factors.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/pattern/pattern.h"

typedef struct search {
	uint32_t *divisor;	/* of the number, ascending */
	uint32_t divisors;
	int d;
	uint32_t factor[PATTERN_DIMS];
	void (*visit)(const uint32_t *factor, void *of);
	void *of;
} search;

static void
find_divisors(search *s, uint32_t n)
{
	uint32_t room = 0, low = 0, high;

	for (uint64_t f = 1; f * f <= n; f++)
		room += n % f == 0 ? 2 : 0;
	s->divisor = xalloc(room, sizeof *s->divisor);
	high = room;
	for (uint32_t f = 1; low < room / 2; f++)
		if (n % f == 0) {
			s->divisor[low++] = f;
			s->divisor[--high] = n / f;
		}
	s->divisors = room;
	if (s->divisor[low - 1] == s->divisor[low])	/* a square's root came twice */
		for (s->divisors--; low < s->divisors; low++)
			s->divisor[low] = s->divisor[low + 1];
}

/* All factors from the k-th on, which multiply to n. */
static void
from(search *s, int k, uint32_t n)
{
	if (k == s->d - 1) {
		s->factor[k] = n;
		s->visit(s->factor, s->of);
		return;
	}
	for (uint32_t i = 0; i < s->divisors && s->divisor[i] <= n; i++)
		if (n % s->divisor[i] == 0) {
			s->factor[k] = s->divisor[i];
			from(s, k + 1, n / s->divisor[i]);
		}
}

void
factors_each(uint32_t n, int d, void (*visit)(const uint32_t *factor, void *of), void *of)
{
	search s = { .d = d, .visit = visit, .of = of };

	find_divisors(&s, n);
	from(&s, 0, n);
	free(s.divisor);
}
