#include "metrics/plot/owners.h"

#include <stdlib.h>
#include <string.h>

#include "lib/stream/lists.h"
#include "metrics/input.h"

enum { MOST_NODES = 100000 };	/* that a picture has room for */

/* Is this a row of the case that is asked for?  Without one being asked for there must be one only. */
static bool
is_asked(const char *asked, const input *in, int case_, char **only)
{
	const char *name = input_text(in, case_);

	if (asked)
		return strcmp(name, asked) == 0;
	if (!*only)
		*only = xstrdup(name);
	if (strcmp(name, *only) != 0)
		input_bad(in, case_, xprintf("is another case than '%s': --case says which of them is drawn", *only));
	return true;
}

static void
take_nodes(owners *w, const input *in, int column, int by, const list *nodes)
{
	bool added;
	uint32_t name = names_add(&w->name, input_text(in, by), &added);

	w->owner = xgrow(w->owner, &w->room, (size_t)name + 1, sizeof *w->owner);
	w->owner[name].name = name;
	w->owner[name].nodes += nodes->count;
	for (uint32_t i = 0; i < nodes->count; i++) {
		if (w->of[nodes->item[i]] != NONE)
			input_bad(in, column, xprintf("node %u has a job already: a map is of one moment, such as metrics moment writes", nodes->item[i]));
		w->of[nodes->item[i]] = name;
	}
}

static int
larger_first(const void *a, const void *b)
{
	const owner *x = a, *y = b;

	if (x->nodes != y->nodes)
		return x->nodes > y->nodes ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

static void
rank_owners(owners *w)
{
	qsort(w->owner, w->name.count, sizeof *w->owner, larger_first);
	w->rank = xalloc(w->name.count, sizeof *w->rank);
	for (uint32_t i = 0; i < w->name.count; i++)
		w->rank[w->owner[i].name] = i;
}

void
owners_read(owners *w, const cli *c, const char *asked, const char *by_column)
{
	machine *m;
	char *only = NULL, *files[] = { (char *)c->file, NULL };
	const char *why;
	int case_, by, column, placed = 0;
	list nodes = { 0 };
	input in;

	input_open(&in, files);
	*w = (owners){ .machine = machine_of(c, in.table) };
	m = w->machine;
	if (m->nodes > MOST_NODES)
		die(FAIL_DATA, "%u nodes are too many to be seen; at most %d", m->nodes, MOST_NODES);
	w->of = xalloc(m->nodes, sizeof *w->of);
	memset(w->of, 0xff, m->nodes * sizeof *w->of);
	case_ = input_wish(&in, "case", "1");
	by = input_want(&in, by_column);
	column = input_want(&in, "node_list");
	while (input_next(&in)) {
		if (!is_asked(asked, &in, case_, &only) || !*input_text(&in, column))
			continue;
		if (!list_read(&nodes, input_text(&in, column), m->nodes, m->nodes, false, &why))
			input_bad(&in, column, why);
		take_nodes(w, &in, column, by, &nodes);
		placed++;
	}
	if (placed == 0)
		die(FAIL_DATA, "%s: no row%s%s%s has a node_list: there is nothing to draw", in.first, asked ? " of case '" : "",
			asked ? asked : "", asked ? "'" : "");
	list_free(&nodes);
	free(only);
	input_close(&in);
	rank_owners(w);
}

void
owners_free(owners *w)
{
	names_free(&w->name);
	free_all(w->owner, w->rank, w->of);
	machine_free(w->machine);
}

const char *
owners_name(const owners *w, uint32_t rank)
{
	const char *name = names_at(&w->name, w->owner[rank].name);

	return *name ? name : "none";
}
