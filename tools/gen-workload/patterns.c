#include "gen-workload/patterns.h"

#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"

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

static void
take_pattern(const char *option, char *name, void *to)
{
	pattern_list *l = to;
	const pattern *p = read_pattern(option, name, l->open);

	for (int i = 0; i < l->count; i++)
		if (l->item[i] == p)
			die(FAIL_USAGE, "%s: '%s' is named twice", option, name);
	if (l->count == MOST_ITEMS)
		die(FAIL_USAGE, "%s: at most %d patterns", option, MOST_ITEMS);
	l->item[l->count++] = p;
}

void
set_patterns(const char *option, const char *arg, void *to)
{
	pattern_list *l = to;

	l->count = 0;
	option_items(option, !l->open && strcmp(arg, "mixed") == 0 ? six : arg, take_pattern, l);
}

bool
has_size(const size_list *l, const pattern *only)
{
	for (int i = 0; i < l->count; i++)
		if (l->item[i].only == only)
			return true;
	return false;
}

const pattern *
read_only(const char *option, char **item)
{
	char *value = cut_at(*item, '='), *name = *item;

	if (!value)
		return NULL;
	*item = value;
	return read_pattern(option, name, false);
}

static void
take_size(const char *option, char *item, void *to)
{
	size_list *l = to;
	const pattern *only = read_only(option, &item);

	if (!l->drawn && has_size(l, only))
		die(FAIL_USAGE, "%s: '%s': one size %s%s", option, l->text, only ? "for " : "only", only ? only->name : "");
	if (l->count == MOST_ITEMS)
		die(FAIL_USAGE, "%s: at most %d sizes", option, MOST_ITEMS);
	l->item[l->count].only = only;
	option_size(option, item, &l->item[l->count++].bytes);
}

void
set_sizes(const char *option, const char *arg, void *to)
{
	size_list *l = to;

	l->count = 0;
	l->text = arg;
	option_items(option, arg, take_size, l);
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
