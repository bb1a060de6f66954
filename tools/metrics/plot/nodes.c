/* nodes -- a map of the machine in characters: which job, or group of jobs, has each node at one moment. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/stream/lists.h"
#include "metrics/input.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/layout.h"
#include "metrics/plot/picture.h"

enum { IDLE = 1, FIRST = 2 };	/* what a cell shows: a node without a job, the largest owner, and so on */
enum { MOST_NODES = 100000 };	/* that a picture has room for */
enum { LETTERS = 52, NAMED = 20 };	/* owners that text tells apart, and that its legend names */

typedef struct nodes_options {
	picture_options picture;
	const char *case_;	/* NULL: the only one */
	const char *by;
} nodes_options;

/* A job, or all that are alike in a column. */
typedef struct owner {
	uint32_t name;		/* in owners.name */
	uint32_t nodes;
} owner;

typedef struct owners {
	machine *machine;
	names name;		/* in the order of their rows */
	owner *owner;		/* [name.count], the largest first */
	uint32_t *rank;		/* [name.count]: where a name is there */
	uint32_t *of;		/* [nodes]: a name, or NONE */
	size_t room;
} owners;

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

/* Read the file of a command line: the jobs of the case `asked` (NULL: the only one) that have a node_list, whose owners are the texts of
 * the column `by_column`.  Dies where there are none, or a node has two. */
static void
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

static void
owners_free(owners *w)
{
	names_free(&w->name);
	free_all(w->owner, w->rank, w->of);
	machine_free(w->machine);
}

/* What the owner at a place is called. */
static const char *
owners_name(const owners *w, uint32_t rank)
{
	const char *name = names_at(&w->name, w->owner[rank].name);

	return *name ? name : "none";
}

/* The nodes as cells, a number each. */
typedef struct page {
	plot_layout layout;
	uint32_t *cell;		/* [width*height]; 0: nothing is there */
} page;

/* The layout that fits that many characters, which are twice as high as wide, with nothing on it. */
static page
page_of(const machine *m, int width, int height)
{
	page g = { .layout = layout_of(m, 0.5 * width / (0.75 * height), (uint32_t)width) };

	g.cell = xcalloc((size_t)g.layout.width * g.layout.height, sizeof *g.cell);
	return g;
}

static void
page_set(page *g, uint32_t node, uint32_t what)
{
	g->cell[(size_t)g->layout.y[node] * g->layout.width + g->layout.x[node]] = what;
}

/* Put the owners on the page; how many nodes are idle.  Unavailable nodes are left out. */
static uint32_t
fill(page *g, const owners *w)
{
	uint32_t idle = 0;

	for (uint32_t v = 0; v < w->machine->nodes; v++)
		if (w->of[v] != NONE) {
			page_set(g, v, FIRST + w->rank[w->of[v]]);
		} else if (machine_has(w->machine, v)) {
			page_set(g, v, IDLE);
			idle++;
		}
	return idle;
}

static char
letter(uint32_t what)
{
	static const char letters[] = " .ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

	return what < FIRST + LETTERS ? letters[what] : '#';
}

static void
write_page(const page *g, FILE *out)
{
	const plot_layout *l = &g->layout;
	char *text = xalloc((size_t)l->width * l->height, 1);

	for (size_t i = 0; i < (size_t)l->width * l->height; i++)
		text[i] = g->cell[i] ? letter(g->cell[i]) : ' ';
	for (uint32_t b = 0; b < l->blocks; b++) {
		const struct layout_block *k = &l->block[b];
		const char *name = layout_name(l, b, k->width);
		size_t length = strlen(name), room = l->width - k->x;

		memcpy(text + (size_t)(k->y - 1) * l->width + k->x, name, length < room ? length : room);
	}
	for (uint32_t y = 0; y < l->height; y++)
		fprintf(out, "%.*s\n", (int)l->width, text + (size_t)y * l->width);
	free(text);
}

/* The largest owners and their nodes, in lines no longer than the page. */
static void
write_legend(FILE *out, const owners *w, uint32_t idle, int width)
{
	int used = 0;
	char *clean;
	uint32_t named = w->name.count < NAMED ? w->name.count : NAMED;

	for (uint32_t i = 0; i <= named; i++) {
		char *entry = i < named ? xprintf("%c %s (%u)", letter(FIRST + i), owners_name(w, i), w->owner[i].nodes) :
			w->name.count > named ? xprintf(". idle (%u), and %u others", idle, w->name.count - named) : xprintf(". idle (%u)", idle);

		if (used > 0 && used + 2 + (int)strlen(entry) <= width) {
			used += fprintf(out, "  ");
		} else {
			fputs("\n", out);
			used = 0;
		}
		clean = text_clean(entry);
		used += fprintf(out, "%s", clean);
		free_all(clean, entry);
	}
	fputs("\n", out);
}

static void
draw(picture *p, const page *g, const owners *w, uint32_t idle)
{
	char *text;
	size_t size;
	FILE *out = xmemory_open(&text, &size);

	write_page(g, out);
	write_legend(out, w, idle, p->width);
	xmemory_close(out);
	picture_close_text(p, text);
}

static void
run(const cli *c, void *given)
{
	const nodes_options *o = given;
	picture_options asked = o->picture;
	picture p;
	owners w;
	page g;

	if (asked.format != PICTURE_ANY && asked.format != PICTURE_TEXT)
		die(FAIL_USAGE, "--format: a map of nodes is text");
	asked.format = PICTURE_TEXT;
	picture_open(&p, &asked);
	owners_read(&w, c, o->case_, o->by);
	g = page_of(w.machine, p.width, p.height);
	draw(&p, &g, &w, fill(&g, &w));
	layout_free(&g.layout);
	free(g.cell);
	owners_free(&w);
}

static const cli_option known[] = {
	{ "case", "NAME", "the case that is drawn [the only one]", option_text, offsetof(nodes_options, case_) },
	{ "by", "COL", "jobs that are alike in it have one letter [job]", option_text, offsetof(nodes_options, by) },
	{ 0 }
};

const subcommand plot_nodes = { "nodes", "a map of the machine in text: which job has each node",
	"[FILE]", "Draw a map of the machine in characters: which job has each node.", .options = known, .groups = picture_group, .size = sizeof(nodes_options),
	.defaults = &(const nodes_options){ .by = "job" }, .run = run };
