/* nodes -- a map of the machine: which job, or group of jobs, has each node at one moment. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/machine/machine.h"
#include "lib/stream/lists.h"
#include "metrics/input.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/layout.h"
#include "metrics/plot/palette.h"
#include "metrics/plot/picture.h"

enum { MOST_NODES = 100000, WIDE = 96 };	/* what a picture has room for; the most routers of a block in it */
enum { NOTHING = 0, IDLE = 1, FIRST = 2 };	/* what a cell shows: no node or none to be had, a node without a job, the first owner */
enum { LETTERS = 52, NAMED = 20 };	/* owners that text tells apart, and that its legend names */

static const char *const other_greys[] = { "#8f8f8f", "#a8a8a8", "#c0c0c0" };
static const char idle_grey[] = "#ececec";

typedef struct options {
	picture_options picture;
	const char *case_;	/* NULL: the only one */
	const char *by;
} options;

/* A job, or all that are alike in a column. */
typedef struct owner {
	uint32_t name, nodes;
} owner;

typedef struct map {
	machine *machine;
	names name;		/* of owners, in the order of their rows */
	owner *owner;		/* [name.count], then the largest first */
	size_t room;
	uint32_t *of;		/* [nodes]: its owner's name, or NONE */
	uint32_t *rank;		/* [name.count]: the owner's place by size */
	uint32_t idle;
	layout layout;
	uint32_t *cell;		/* [width*height]: NOTHING, IDLE, FIRST + rank */
} map;

/* Is this a row of the case that is asked for?  Without one being asked for there must be one only. */
static bool
is_asked(const options *o, const input *in, int case_, char **only)
{
	const char *name = input_text(in, case_);

	if (o->case_)
		return strcmp(name, o->case_) == 0;
	if (!*only)
		*only = xstrdup(name);
	if (strcmp(name, *only) != 0)
		input_bad(in, case_, xprintf("is another case than '%s': --case says which of them is drawn", *only));
	return true;
}

static void
take_nodes(map *m, const input *in, int column, int by, const list *nodes)
{
	bool added;
	uint32_t name = names_add(&m->name, input_text(in, by), &added);

	m->owner = xgrow(m->owner, &m->room, (size_t)name + 1, sizeof *m->owner);
	m->owner[name].name = name;
	m->owner[name].nodes += nodes->count;
	for (uint32_t i = 0; i < nodes->count; i++) {
		if (m->of[nodes->item[i]] != NONE)
			input_bad(in, column, xprintf("node %u has a job already: a map is of one moment, such as metrics moment writes", nodes->item[i]));
		m->of[nodes->item[i]] = name;
	}
}

static void
read_jobs(map *m, const options *o, const cli *c)
{
	char *only = NULL, *files[] = { (char *)c->file, NULL };
	const char *why;
	int case_, by, column, placed = 0;
	list nodes = { 0 };
	input in;

	input_open(&in, files);
	m->machine = machine_of(c, in.table);
	if (m->machine->nodes > MOST_NODES)
		die(FAIL_DATA, "%u nodes are too many to be seen; at most %d", m->machine->nodes, MOST_NODES);
	m->of = xalloc(m->machine->nodes, sizeof *m->of);
	memset(m->of, 0xff, m->machine->nodes * sizeof *m->of);
	case_ = input_wish(&in, "case", "1");
	by = input_want(&in, o->by);
	column = input_want(&in, "node_list");
	while (input_next(&in)) {
		if (!is_asked(o, &in, case_, &only) || !*input_text(&in, column))
			continue;
		if (!list_read(&nodes, input_text(&in, column), m->machine->nodes, m->machine->nodes, false, &why))
			input_bad(&in, column, why);
		take_nodes(m, &in, column, by, &nodes);
		placed++;
	}
	if (placed == 0)
		die(FAIL_DATA, "%s: no row%s%s%s has a node_list: there is nothing to draw", in.first, o->case_ ? " of case '" : "",
			o->case_ ? o->case_ : "", o->case_ ? "'" : "");
	list_free(&nodes);
	free(only);
	input_close(&in);
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
rank_owners(map *m)
{
	qsort(m->owner, m->name.count, sizeof *m->owner, larger_first);
	m->rank = xalloc(m->name.count, sizeof *m->rank);
	for (uint32_t i = 0; i < m->name.count; i++)
		m->rank[m->owner[i].name] = i;
}

static void
fill_cells(map *m)
{
	const layout *l = &m->layout;

	m->cell = xcalloc((size_t)l->width * l->height, sizeof *m->cell);
	for (uint32_t v = 0; v < m->machine->nodes; v++) {
		uint32_t *cell = &m->cell[(size_t)l->y[v] * l->width + l->x[v]];

		if (m->of[v] != NONE)
			*cell = FIRST + m->rank[m->of[v]];
		else if (machine_has(m->machine, v))
			*cell = IDLE;
		m->idle += *cell == IDLE;
	}
}

static const char *
owner_name(const map *m, uint32_t rank)
{
	const char *name = names_at(&m->name, m->owner[rank].name);

	return *name ? name : "none";
}

/* --- in characters */

static char
letter(uint32_t cell)
{
	static const char letters[] = " .ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

	return cell < FIRST + LETTERS ? letters[cell] : '#';
}

/* The largest owners and their nodes, in lines no longer than the page. */
static void
write_legend(const map *m, FILE *out, int width)
{
	int used = 0;
	uint32_t named = m->name.count < NAMED ? m->name.count : NAMED;

	for (uint32_t i = 0; i <= named; i++) {
		char *entry = i < named ? xprintf("%c %s (%u)", letter(FIRST + i), owner_name(m, i), m->owner[i].nodes) :
			m->name.count > named ? xprintf(". idle (%u), and %u others", m->idle, m->name.count - named) : xprintf(". idle (%u)", m->idle);

		if (used > 0 && used + 2 + (int)strlen(entry) <= width) {
			used += fprintf(out, "  ");
		} else {
			fputs("\n", out);
			used = 0;
		}
		used += fprintf(out, "%s", entry);
		free(entry);
	}
	fputs("\n", out);
}

/* The cells, a letter each, and above every block its name. */
static void
draw_text(picture *p, const map *m)
{
	const layout *l = &m->layout;
	char *page = xalloc((size_t)l->width * l->height, 1), *text;
	size_t size;
	FILE *out = xmemory_open(&text, &size);

	for (size_t i = 0; i < (size_t)l->width * l->height; i++)
		page[i] = letter(m->cell[i]);
	for (uint32_t b = 0; b < l->blocks; b++) {
		const struct layout_block *k = &l->block[b];
		const char *name = layout_name(l, b, k->width);
		size_t length = strlen(name), room = l->width - k->x;

		memcpy(page + (size_t)(k->y - 1) * l->width + k->x, name, length < room ? length : room);
	}
	if (p->asked->title)
		fprintf(out, "%s\n\n", p->asked->title);
	for (uint32_t y = 0; y < l->height; y++)
		fprintf(out, "%.*s\n", (int)l->width, page + (size_t)y * l->width);
	write_legend(m, out, p->width);
	xmemory_close(out);
	free(page);
	picture_close_text(p, text);
}

/* --- by gnuplot */

static const char *
colour(uint32_t cell)
{
	uint32_t rank = cell - FIRST;

	if (cell == IDLE)
		return idle_grey;
	return rank < PALETTE_BRIGHT ? palette_colour(rank) : other_greys[(rank - PALETTE_BRIGHT) % (sizeof other_greys / sizeof *other_greys)];
}

/* The largest rectangle of one owner's that has its upper left corner here, taken from the cells. */
static void
take_rectangle(FILE *script, const layout *l, uint32_t *cell, uint32_t x, uint32_t y)
{
	uint32_t *corner = &cell[(size_t)y * l->width + x], what = *corner, wide = 1, high = 1;
	bool more = true;

	while (x + wide < l->width && corner[wide] == what)
		wide++;
	for (; more && y + high < l->height; high += more)
		for (uint32_t i = 0; i < wide; i++)
			more = more && corner[(size_t)high * l->width + i] == what;
	for (uint32_t j = 0; j < high; j++)
		memset(corner + (size_t)j * l->width, 0, wide * sizeof *corner);
	fprintf(script, "%.9g %.9g %.9g %.9g %ld\n", x + wide / 2.0, y + high / 2.0, wide / 2.0, high / 2.0, strtol(colour(what) + 1, NULL, 16));
}

/* White lines between the cells of every block. */
static void
write_lines(FILE *script, const layout *l)
{
	for (uint32_t b = 0; b < l->blocks; b++) {
		const struct layout_block *k = &l->block[b];

		for (uint32_t i = 1; i < k->width; i++)
			fprintf(script, "%u %u\n%u %u\n\n", k->x + i, k->y, k->x + i, k->y + k->height);
		for (uint32_t i = 1; i < k->height; i++)
			fprintf(script, "%u %u\n%u %u\n\n", k->x, k->y + i, k->x + k->width, k->y + i);
	}
}

/* The pixels of a cell's side, about. */
static double
pixels(const picture *p, const layout *l)
{
	double across = (double)p->width / l->width, up = 0.75 * p->height / l->height;

	return across < up ? across : up;
}

/* The pixels of a letter's height in the names of blocks. */
static double
letter_size(const picture *p)
{
	return p->format == PICTURE_PNG ? 12.0 * p->width / 640 : 12;
}

static void
write_names(picture *p, const layout *l)
{
	double size = letter_size(p);

	for (uint32_t b = 0; b < l->blocks; b++) {
		const char *name = layout_name(l, b, pixels(p, l) * l->block->width / (0.6 * size));

		if (!*name)
			continue;
		fprintf(p->script, "set label %u at %u,%.9g left font ',%d' ", b + 1, l->block[b].x, l->block[b].y - 0.6 * size / pixels(p, l), p->format == PICTURE_PNG ? 9 : 12);
		gnuplot_text(p->script, name);
		fputs("\n", p->script);
	}
}

static void
write_entry(FILE *script, const char *colour_, const char *text)
{
	fprintf(script, ", NaN with boxes lc rgb '%s' title ", colour_);
	gnuplot_text(script, text);
}

static void
write_entries(FILE *script, const map *m)
{
	for (uint32_t i = 0; i < m->name.count && i < PALETTE_BRIGHT; i++) {
		char *text = xprintf("%s (%u)", owner_name(m, i), m->owner[i].nodes);

		write_entry(script, palette_colour(i), text);
		free(text);
	}
	if (m->name.count > PALETTE_BRIGHT)
		write_entry(script, *other_greys, xprintf("%u others", m->name.count - PALETTE_BRIGHT));
	write_entry(script, idle_grey, xprintf("idle (%u)", m->idle));
	fputs("\n", script);
}

static void
draw(picture *p, const map *m)
{
	const layout *l = &m->layout;
	double side = pixels(p, l);
	FILE *script = p->script;

	fprintf(script, "unset border\nunset tics\nunset grid\nset size ratio -1\nset lmargin 1\nset rmargin 1\nset xrange [0:%u]\nset yrange [%u:0]\n",
		l->width, l->height);
	fputs(p->asked->title ? "" : "set tmargin 1\n", script);
	write_names(p, l);
	fputs("$cells << END\n", script);
	for (uint32_t y = 0; y < l->height; y++)
		for (uint32_t x = 0; x < l->width; x++)
			if (m->cell[(size_t)y * l->width + x] != NOTHING)
				take_rectangle(script, l, m->cell, x, y);
	fputs("END\n$lines << END\n", script);
	write_lines(script, l);
	fprintf(script, "END\nplot $cells using 1:2:3:4:5 with boxxyerror fs solid noborder lc rgb variable, $lines with lines lw %.9g lc rgb '#ffffff'",
		side < 3 ? 0 : side < 10 ? 0.5 : 1.5);
	write_entries(script, m);
	picture_close(p);
}

/* The page: in a picture, names of blocks have as many cells as letters need. */
static void
lay_out(map *m, const picture *p)
{
	double aspect = p->width / (0.75 * p->height);

	if (p->format == PICTURE_TEXT) {
		m->layout = layout_of(m->machine, aspect / 2, 1, (uint32_t)p->width, (uint32_t)p->width);
		return;
	}
	for (uint32_t head = 1; head == 1 || head * pixels(p, &m->layout) < 1.2 * letter_size(p); head++) {
		if (head > 1)
			layout_free(&m->layout);
		m->layout = layout_of(m->machine, aspect, head, WIDE, UINT32_MAX);
	}
}

static void
run(const cli *c, void *given)
{
	const options *o = given;
	map m = { .idle = 0 };
	picture p;

	picture_open(&p, &o->picture);
	read_jobs(&m, o, c);
	rank_owners(&m);
	lay_out(&m, &p);
	fill_cells(&m);
	if (p.format == PICTURE_TEXT)
		draw_text(&p, &m);
	else
		draw(&p, &m);
	layout_free(&m.layout);
	names_free(&m.name);
	free(m.owner);
	free(m.of);
	free(m.rank);
	free(m.cell);
	machine_free(m.machine);
}

static const cli_option known[] = {
	{ "case", "NAME", "the case that is drawn [the only one]", option_text, offsetof(options, case_), false },
	{ "by", "COL", "jobs that are alike in it have one colour [job]", option_text, offsetof(options, by), false },
	{ 0 }
};
static const cli_option_group more[] = { { picture_options_known, offsetof(options, picture) }, { 0 } };

const subcommand plot_nodes = { "nodes", "a map of the machine: which job has each node",
	"[FILE]", "Draw a map of the machine: which job has each node.", .options = known, .groups = more, .size = sizeof(options),
	.defaults = &(const options){ .by = "job" }, .run = run };
