/* widths -- in integers: a factor of 1.1 makes 11 nodes of 10, not 12. */
#include "gen-workload/log/widths.h"

#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"

enum { MOST_TIMES = 1000000 };

static void
set_times(const char *option, const char *arg, void *to)
{
	widths *w = to;

	if (!fraction_read(arg, MOST_TIMES - 1, &w->times) || w->times.part == 0)
		die(FAIL_USAGE, "%s: '%s': must be a decimal number above 0 and below %d, of up to %d decimals", option, arg, MOST_TIMES,
			FRACTION_DECIMALS);
}

static void
set_most(const char *option, const char *arg, void *to)
{
	widths *w = to;

	w->machine = strcmp(arg, "machine") == 0;
	if (!w->machine)
		option_count(option, arg, &w->most);
}

const cli_option widths_settings[] = {
	{ "nodes-times", "X", "multiply the nodes of each job by X, rounded up [1]", set_times, 0 },
	{ "nodes-most", "N|machine", "then give N nodes, or the whole machine, to jobs that have more [they keep them]", set_most, 0 },
	{ 0 }
};

static int64_t
most_nodes(const widths *w, uint32_t all)
{
	if (w->machine)
		return all;
	return w->most ? w->most : INT64_MAX;
}

int64_t
widths_scale(const widths *w, int64_t nodes)
{
	const fraction *f = &w->times;
	uint64_t n = (uint64_t)nodes, rest;

	if (!f->whole)
		return nodes;
	rest = n * (f->part % f->whole);	/* the whole and the rest of the factor apart: nothing overflows */
	return (int64_t)(n * (f->part / f->whole) + (rest + f->whole - 1) / f->whole);
}

int64_t
widths_cut(widths *w, int64_t nodes, uint32_t all)
{
	int64_t most = most_nodes(w, all);

	if (nodes <= most)
		return nodes;
	w->capped++;
	return most;
}

void
widths_report(const widths *w, const char *file, uint32_t all)
{
	if (w->times.whole)
		warn("%s: jobs have %.9g times the nodes of the log", file, (double)w->times.part / (double)w->times.whole);
	if (w->machine || w->most)
		warn("%s: %zu job%s cut to %" PRId64 " nodes", file, w->capped, w->capped == 1 ? "" : "s", most_nodes(w, all));
}
