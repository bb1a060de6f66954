/* resample -- cutting and drawing. */
#include "gen-workload/log/resample.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/rng/rng.h"

enum { MOST_DAYS = 10000 };

static const int64_t day = 86400 * (int64_t)LOG_SECOND;

static void
set_days(const char *option, const char *arg, void *to)
{
	char *copy = xstrdup(arg), *unit = cut_at(copy, 'd');

	if (!unit || *unit || !read_int(copy, 1, MOST_DAYS, (int64_t *)to))
		die(FAIL_USAGE, "%s: '%s': must be whole days from 1d to %dd", option, arg, MOST_DAYS);
	free(copy);
}

const cli_option resample_settings[] = {
	{ "resample", "N|A-B", "N cases, each of days of the log drawn with replacement; or those from A to B", option_range,
		offsetof(resample, cases) },
	{ "resample-span", "DAYS", "how many days in a row are drawn together, as 7d [1d]", set_days, offsetof(resample, days) },
	{ "resample-length", "DAYS", "how many days a case has, as 7d [as the period of the log]", set_days, offsetof(resample, length) },
	{ 0 }
};

void
resample_check(const resample *x)
{
	if (x->days && x->length % x->days != 0)
		die(FAIL_USAGE, "--resample-length: %" PRId64 "d: must be a multiple of the span of %" PRId64 "d", x->length, x->days);
}

spans
spans_cut(const resample *x, const interval *s, size_t n, int64_t from, int64_t to)
{
	int64_t days = x->days ? x->days : 1;
	spans p = { .from = from, .length = days * day };
	size_t i = 0;

	if (to - from < p.length)
		die(FAIL_DATA, "--resample: the period of %.9g s has no whole span of %" PRId64 " day%s", log_seconds(to - from),
			days, days == 1 ? "" : "s");
	p.count = (uint32_t)((to - from) / p.length);
	p.slots = x->length ? (uint32_t)(x->length / days) : p.count;
	p.first = xalloc((size_t)p.count + 1, sizeof *p.first);
	for (uint32_t k = 0; k <= p.count; k++) {
		while (i < n && s[i].job->submit < from + k * p.length)
			i++;
		p.first[k] = i;
	}
	return p;
}

void
spans_draw(const spans *p, uint64_t seed, int64_t case_id, uint32_t *drawn)
{
	char id[24];
	rng r;

	snprintf(id, sizeof id, "%" PRId64, case_id);
	rng_init(&r, seed, "resample", id, "");
	for (uint32_t i = 0; i < p->slots; i++)
		drawn[i] = (uint32_t)rng_below(&r, p->count);
}

int64_t
spans_shift(const spans *p, uint32_t i, uint32_t k)
{
	return ((int64_t)i - (int64_t)k) * p->length - p->from;
}
