/* widths -- the jobs of a log made wider or narrower, for a machine of another size (GRAP, 5.1.4: twice the nodes of Mira, at
 * most the whole machine). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen-workload/fraction.h"
#include "lib/cli/subcommand.h"

typedef struct widths {
	fraction times;		/* whole 0: not given */
	int64_t most;		/* 0: not given */
	bool machine;		/* at most the machine */
	size_t capped;		/* jobs that widths_cut cut, as it counts them */
} widths;

/* --nodes-times --nodes-most, into a `widths`. */
extern const cli_option widths_settings[];

/* What a job of that many nodes gets: times the factor, rounded up; then, on a machine of `all` nodes, cut to the most. */
int64_t widths_scale(const widths *w, int64_t nodes);
int64_t widths_cut(widths *w, int64_t nodes, uint32_t all);

/* Say on standard error what was done to the jobs of a log. */
void widths_report(const widths *w, const char *file, uint32_t all);
