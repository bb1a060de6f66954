/* options -- lists of patterns and sizes, and the argp child of closed-loop workloads.
 *
 * A size may name the pattern that it is for (broadcast=8000), because real programs
 * do not send messages of one size whatever their pattern. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/options.h"
#include "lib/cli/units.h"

/* V-C of the Level-Spread paper; workloads are drawn from these, whatever else
 * becomes known, so that a seed goes on meaning the same jobs. */
static const char six[] = "alltoall,broadcast,fft3d,halo2d,halo3d,halo3d26";

const pattern *
read_pattern(const char *option, const char *name, bool open)
{
	const pattern *p = pattern_find(name);
	choice_list c;

	if (p && pattern_open(p) == open)
		return p;
	c = pattern_choices(name, " ", open);
	if (!p)
		die(FAIL_USAGE, "%s: unknown pattern '%s'; %sknown: %s", option, name, choices_hint(&c), c.names);
	die(FAIL_USAGE, "%s: '%s' is %s; here one of: %s", option, name, open ? "not an open-loop pattern" : "an open-loop pattern", c.names);
}

void
read_patterns(pattern_list *l, const char *arg, bool open)
{
	char *copy = xstrdup(!open && strcmp(arg, "mixed") == 0 ? six : arg), *rest = copy, *name;

	l->count = 0;
	while ((name = strsep(&rest, ","))) {
		const pattern *p = read_pattern("--pattern", name, open);

		for (int i = 0; i < l->count; i++)
			if (l->item[i] == p)
				die(FAIL_USAGE, "--pattern: '%s' is named twice", name);
		if (l->count == MOST_ITEMS)
			die(FAIL_USAGE, "--pattern: at most %d patterns", MOST_ITEMS);
		l->item[l->count++] = p;
	}
	free(copy);
}

int64_t
read_size(const char *option, const char *arg)
{
	int64_t bytes;

	if (!read_bytes(arg, &bytes) || bytes < 1)
		die(FAIL_USAGE, "%s: '%s': must be a size of at least 1 byte, such as 1KB", option, arg);
	return bytes;
}

double
read_load(const char *arg)
{
	double load;

	if (!read_real(arg, 0, 1, &load) || load == 0)
		die(FAIL_USAGE, "--load: '%s': must be a number above 0 and at most 1", arg);
	return load;
}

static bool
has_size(const size_list *l, const pattern *only)
{
	for (int i = 0; i < l->count; i++)
		if (l->item[i].only == only)
			return true;
	return false;
}

void
read_sizes(size_list *l, const char *option, const char *arg, bool several)
{
	char *copy = xstrdup(arg), *rest = copy, *item, *value;

	l->count = 0;
	while ((item = strsep(&rest, ","))) {
		const pattern *only = NULL;

		if ((value = strchr(item, '='))) {
			*value++ = '\0';
			only = read_pattern(option, item, false);
		} else {
			value = item;
		}
		if (!several && has_size(l, only))
			die(FAIL_USAGE, "%s: '%s': one size %s%s", option, arg, only ? "for " : "only",
				only ? only->name : "");
		if (l->count == MOST_ITEMS)
			die(FAIL_USAGE, "%s: at most %d sizes", option, MOST_ITEMS);
		l->item[l->count].only = only;
		l->item[l->count++].bytes = read_size(option, value);
	}
	free(copy);
}

int64_t
choose_size(const size_list *l, const pattern *p, rng *r)
{
	int64_t fit[MOST_ITEMS];
	const pattern *only = has_size(l, p) ? p : NULL;
	uint64_t n = 0;

	if (p && (p->lattice || (!only && l->usual && p->matrix)))
		return 0;	/* sites have sizes, and the file has */
	for (int i = 0; i < l->count; i++)
		if (l->item[i].only == only)
			fit[n++] = l->item[i].bytes;
	if (n < 2)
		return n ? fit[0] : 0;
	return fit[rng_below(r, n)];
}

int64_t
read_count(const char *option, const char *arg, int64_t min, int64_t max)
{
	int64_t n;

	if (!read_int(arg, min, max, &n))
		die(FAIL_USAGE, "%s: '%s': must be an integer from %" PRId64 " to %" PRId64, option, arg, min, max);
	return n;
}

void
read_cases(const char *option, const char *arg, int64_t *first, int64_t *last)
{
	char *copy = xstrdup(arg), *to = strchr(copy, '-');

	if (to)
		*to++ = '\0';
	*first = 1;
	if ((to && !read_int(copy, 1, INT32_MAX, first)) || !read_int(to ? to : copy, *first, INT32_MAX, last))
		die(FAIL_USAGE, "%s: '%s': must be N or A-B, 1 to %d, A at most B", option, arg, INT32_MAX);
	free(copy);
}

bool
read_order(const char *arg)
{
	if (strcmp(arg, "small") != 0 && strcmp(arg, "large") != 0)
		die(FAIL_USAGE, "--order: '%s': must be small or large", arg);
	return *arg == 'l';
}

enum { OPT_BYTES = 0x2000, OPT_EDGE, OPT_CORNER, OPT_ALLREDUCE, OPT_ITERATIONS, OPT_REPEAT };

static const struct argp_option closed[] = {
	{ "bytes", OPT_BYTES, "SIZE", 0, "message size; PATTERN=SIZE for one pattern, several joined by ',' [1KB]", 0 },
	{ "edge-bytes", OPT_EDGE, "SIZE", 0, "halo3d26: messages over an edge [as --bytes]", 0 },
	{ "corner-bytes", OPT_CORNER, "SIZE", 0, "halo3d26: messages over a corner [as --bytes]", 0 },
	{ "allreduce-bytes", OPT_ALLREDUCE, "SIZE", 0, "halos: an allreduce after each iteration [none]", 0 },
	{ "iterations", OPT_ITERATIONS, "N", 0, "how often a job repeats its pattern [1]", 0 },
	{ "repeat", OPT_REPEAT, "N", 0, "write every workload N times, as cases with a column rep", 0 },
	{ 0 }
};

static error_t
parse_closed(int option, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (option) {
	case OPT_BYTES:
		read_sizes(&o->bytes, "--bytes", arg, o->drawn);
		return 0;
	case OPT_EDGE:
		read_sizes(&o->edge_bytes, "--edge-bytes", arg, false);
		return 0;
	case OPT_CORNER:
		read_sizes(&o->corner_bytes, "--corner-bytes", arg, false);
		return 0;
	case OPT_ALLREDUCE:
		read_sizes(&o->allreduce_bytes, "--allreduce-bytes", arg, false);
		return 0;
	case OPT_ITERATIONS:
		o->iterations = read_count("--iterations", arg, 1, INT32_MAX);
		return 0;
	case OPT_REPEAT:
		o->repeat = read_count("--repeat", arg, 1, INT32_MAX);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp closed_argp = { closed, parse_closed, NULL, NULL, NULL, NULL, NULL };

void
closed_defaults(options *o, const char *pattern_names)
{
	if (o->patterns.count == 0)
		read_patterns(&o->patterns, pattern_names, false);
	if (!has_size(&o->bytes, NULL)) {
		if (o->bytes.count == MOST_ITEMS)
			die(FAIL_USAGE, "--bytes: at most %d sizes", MOST_ITEMS - 1);
		o->bytes.usual = true;
		o->bytes.item[o->bytes.count].only = NULL;
		o->bytes.item[o->bytes.count++].bytes = 1000;
	}
	for (int i = 0; i < o->patterns.count; i++) {
		if (o->patterns.item[i]->matrix && !o->shape.matrix)
			die(FAIL_USAGE, "--pattern: '%s' needs a file: uniform --matrix FILE", o->patterns.item[i]->name);
		if (o->patterns.item[i]->lattice && !o->shape.lattice)
			die(FAIL_USAGE, "--pattern: '%s' needs sites: uniform --lattice XxYxZ --site-bytes SIZE", o->patterns.item[i]->name);
	}
	if (o->iterations == 0)
		o->iterations = 1;
}
