/* options -- the options of closed-loop workloads. */
#include "gen-workload/options.h"

const char *const size_column[SIZES] = { "bytes", "edge_bytes", "corner_bytes", "allreduce_bytes" };

const cli_option closed_settings[] = {
	{ "bytes", "SIZE", "message size; PATTERN=SIZE for one pattern, several joined by ',' [1KB]", set_sizes,
		offsetof(gen_options, size[BYTES]) },
	{ "edge-bytes", "SIZE", "halo3d26: messages over an edge [as --bytes]", set_sizes, offsetof(gen_options, size[EDGE]) },
	{ "corner-bytes", "SIZE", "halo3d26: messages over a corner [as --bytes]", set_sizes, offsetof(gen_options, size[CORNER]) },
	{ "allreduce-bytes", "SIZE", "halos: an allreduce after each iteration [none]", set_sizes, offsetof(gen_options, size[ALLREDUCE]) },
	{ "iterations", "N", "how often a job repeats its pattern [1]", option_count, offsetof(gen_options, iterations) },
	REPEAT_SETTING("every workload"),
	{ 0 }
};

/* A size that is given must be of use to a pattern: some have messages of their own size. */
static void
check_sizes(const gen_options *o)
{
	const size_list *l = &o->size[BYTES];
	bool all_sized = true;

	for (int i = 0; i < o->patterns.count; i++)
		all_sized &= o->patterns.item[i]->bytes == BYTES_UNUSED;
	for (int i = 0; i < l->count; i++)
		if (l->item[i].only ? l->item[i].only->bytes == BYTES_UNUSED : !l->usual && all_sized)
			die(FAIL_USAGE, "--bytes: pattern '%s' has sizes of its own", l->item[i].only ? l->item[i].only->name : o->patterns.item[0]->name);
}

void
closed_defaults(gen_options *o, const char *pattern_names)
{
	size_list *l = &o->size[BYTES];

	if (o->patterns.count == 0)
		set_patterns("--pattern", pattern_names, &o->patterns);
	if (!has_size(l, NULL)) {
		if (l->count == MOST_ITEMS)
			die(FAIL_USAGE, "--bytes: at most %d sizes", MOST_ITEMS - 1);
		l->usual = true;
		l->item[l->count].only = NULL;
		l->item[l->count++].bytes = 1000;
	}
	for (int i = 0; i < o->patterns.count; i++)
		own_need(&o->shape.own, o->patterns.item[i], ": see 'gen-workload uniform --help'");
	check_sizes(o);
	if (o->iterations == 0)
		o->iterations = 1;
}
