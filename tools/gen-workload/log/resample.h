/* resample -- other months made of the days of one: a bootstrap over days (Efron and Tibshirani, "An Introduction to the
 * Bootstrap", 1993).
 *
 * The period of a log is cut into spans of whole days, from its start on; what is behind the last whole one is left out.  A
 * case is as many spans, or as many as make the length that was asked for, drawn with replacement and put one after another.  Submit
 * times keep their time of day. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "gen-workload/log/records.h"
#include "lib/cli/subcommand.h"

typedef struct resample {
	option_numbers cases;		/* last 0: not asked for */
	int64_t days, length;	/* of a span, of a case; 0: not given */
} resample;

/* A period cut up: span k has the intervals first[k] to first[k + 1] - 1. */
typedef struct spans {
	int64_t from, length;	/* when the first begins, and how long each is: microseconds */
	uint32_t count, slots;	/* how many there are, and how many make a case */
	size_t *first;		/* [count + 1], which the caller frees */
} spans;

/* --resample --resample-span --resample-length, into a `resample`. */
extern const cli_option resample_settings[];

/* A length that is no whole number of spans ends the tool. */
void resample_check(const resample *x);

/* Cut n intervals, in the order of their submit and none of them before `from`, at `to`.  Ends the tool when the period has no
 * whole span. */
spans spans_cut(const resample *x, const interval *s, size_t n, int64_t from, int64_t to);

/* The spans of a case, one after another: drawn[slots]. */
void spans_draw(const spans *p, uint64_t seed, int64_t case_id, uint32_t *drawn);

/* What to add to the times of the jobs of span k where it is the i-th of its case: times then count from the case's start. */
int64_t spans_shift(const spans *p, uint32_t i, uint32_t k);
