/* options -- lists of patterns and sizes, and the options of closed-loop workloads.
 *
 * A size may name the pattern that it is for (broadcast=8000), because real programs
 * do not send messages of one size whatever their pattern. */
#include "gen-workload/options.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/option-values.h"

/* V-C of the Level-Spread paper; workloads are drawn from these, whatever else
 * becomes known, so that a seed goes on meaning the same jobs. */
static const char six[] = "alltoall,broadcast,fft3d,halo2d,halo3d,halo3d26";

const char *const size_column[SIZES] = { "bytes", "edge_bytes", "corner_bytes", "allreduce_bytes" };

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

static void
read_patterns(pattern_list *l, const char *option, const char *arg, bool open)
{
	char *copy = xstrdup(arg), *rest = copy, *name;

	l->count = 0;
	while ((name = strsep(&rest, ","))) {
		const pattern *p = read_pattern(option, name, open);

		for (int i = 0; i < l->count; i++)
			if (l->item[i] == p)
				die(FAIL_USAGE, "%s: '%s' is named twice", option, name);
		if (l->count == MOST_ITEMS)
			die(FAIL_USAGE, "%s: at most %d patterns", option, MOST_ITEMS);
		l->item[l->count++] = p;
	}
	free(copy);
}

void
set_patterns(void *to, const char *option, const char *arg)
{
	read_patterns(to, option, strcmp(arg, "mixed") == 0 ? six : arg, false);
}

void
set_open_patterns(void *to, const char *option, const char *arg)
{
	read_patterns(to, option, arg, true);
}

static bool
has_size(const size_list *l, const pattern *only)
{
	for (int i = 0; i < l->count; i++)
		if (l->item[i].only == only)
			return true;
	return false;
}

/* size_list: [PATTERN=]SIZE[,...] */
static void
set_sizes(void *to, const char *option, const char *arg)
{
	size_list *l = to;
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
		if (!l->drawn && has_size(l, only))
			die(FAIL_USAGE, "%s: '%s': one size %s%s", option, arg, only ? "for " : "only",
				only ? only->name : "");
		if (l->count == MOST_ITEMS)
			die(FAIL_USAGE, "%s: at most %d sizes", option, MOST_ITEMS);
		l->item[l->count].only = only;
		l->item[l->count++].bytes = option_size(option, value);
	}
	free(copy);
}

int64_t
choose_size(const size_list *l, const pattern *p, rng *r)
{
	int64_t fit[MOST_ITEMS];
	const pattern *only = has_size(l, p) ? p : NULL;
	uint64_t n = 0;

	if (p && (p->bytes == BYTES_UNUSED || (!only && l->usual && p->bytes == BYTES_ON_AVERAGE)))
		return 0;
	for (int i = 0; i < l->count; i++)
		if (l->item[i].only == only)
			fit[n++] = l->item[i].bytes;
	if (n < 2)
		return n ? fit[0] : 0;
	return fit[rng_below(r, n)];
}

const setting closed_settings[] = {
	{ "bytes", "SIZE", "message size; PATTERN=SIZE for one pattern, several joined by ',' [1KB]", set_sizes, offsetof(options, size[BYTES]) },
	{ "edge-bytes", "SIZE", "halo3d26: messages over an edge [as --bytes]", set_sizes, offsetof(options, size[EDGE]) },
	{ "corner-bytes", "SIZE", "halo3d26: messages over a corner [as --bytes]", set_sizes, offsetof(options, size[CORNER]) },
	{ "allreduce-bytes", "SIZE", "halos: an allreduce after each iteration [none]", set_sizes, offsetof(options, size[ALLREDUCE]) },
	{ "iterations", "N", "how often a job repeats its pattern [1]", set_count, offsetof(options, iterations) },
	REPEAT_SETTING("every workload"),
	{ 0 }
};

void
closed_defaults(options *o, const char *pattern_names)
{
	size_list *l = &o->size[BYTES];

	if (o->patterns.count == 0)
		read_patterns(&o->patterns, "--pattern", strcmp(pattern_names, "mixed") == 0 ? six : pattern_names, false);
	if (!has_size(l, NULL)) {
		if (l->count == MOST_ITEMS)
			die(FAIL_USAGE, "--bytes: at most %d sizes", MOST_ITEMS - 1);
		l->usual = true;
		l->item[l->count].only = NULL;
		l->item[l->count++].bytes = 1000;
	}
	for (int i = 0; i < o->patterns.count; i++)
		own_need(&o->shape.own, o->patterns.item[i], ": see 'gen-workload uniform --help'");
	if (o->iterations == 0)
		o->iterations = 1;
}
