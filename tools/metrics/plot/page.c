#include "metrics/plot/page.h"

#include <stdlib.h>
#include <string.h>

#include "metrics/plot/gnuplot.h"

enum { WIDE = 96, HIGH = 4 };	/* the most routers of a block in a picture, the most cells of its name's height */

/* The pixels of a cell's side, about. */
static double
pixels(const picture *p, const plot_layout *l)
{
	double across = (double)p->width / l->width, up = 0.75 * p->height / l->height;

	return across < up ? across : up;
}

/* The pixels of a letter's height in the names of blocks. */
static double
letter_size(const picture *p)
{
	return 12 * p->scale;
}

/* Whether names are no higher than the cells above blocks. */
static bool
names_fit(const picture *p, const plot_layout *l)
{
	return l->block->y * pixels(p, l) >= 1.2 * letter_size(p);
}

/* The layout of a picture, with that many cells above blocks that their names fit, or the least where more would be wasted. */
static plot_layout
lay_out(const machine *m, const picture *p)
{
	double aspect = p->width / (0.75 * p->height);
	plot_layout l = layout_of(m, aspect, 1, WIDE, UINT32_MAX);

	for (uint32_t head = 2; !names_fit(p, &l) && head <= HIGH + 1; head++) {
		layout_free(&l);
		l = layout_of(m, aspect, head <= HIGH ? head : 1, WIDE, UINT32_MAX);
	}
	return l;
}

page
page_of(const machine *m, const picture *p)
{
	double aspect = 0.5 * p->width / (0.75 * p->height);	/* a character is twice as high as wide */
	page g = { .layout = p->format == PICTURE_TEXT ? layout_of(m, aspect, 1, (uint32_t)p->width, (uint32_t)p->width) : lay_out(m, p) };

	g.cell = xcalloc((size_t)g.layout.width * g.layout.height, sizeof *g.cell);
	return g;
}

void
page_free(page *g)
{
	layout_free(&g->layout);
	free(g->cell);
}

void
page_set(page *g, uint32_t node, uint32_t what)
{
	g->cell[(size_t)g->layout.y[node] * g->layout.width + g->layout.x[node]] = what;
}

void
page_write(const page *g, FILE *out, char (*letter)(uint32_t what))
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

/* The largest rectangle of one number that has its upper left corner here, taken from the cells. */
static void
take_rectangle(FILE *script, page *g, uint32_t x, uint32_t y, const char *(*colour)(uint32_t what))
{
	const plot_layout *l = &g->layout;
	uint32_t *corner = &g->cell[(size_t)y * l->width + x], what = *corner, wide = 1, high = 1;
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
write_lines(FILE *script, const plot_layout *l)
{
	for (uint32_t b = 0; b < l->blocks; b++) {
		const struct layout_block *k = &l->block[b];

		for (uint32_t i = 1; i < k->width; i++)
			fprintf(script, "%u %u\n%u %u\n\n", k->x + i, k->y, k->x + i, k->y + k->height);
		for (uint32_t i = 1; i < k->height; i++)
			fprintf(script, "%u %u\n%u %u\n\n", k->x, k->y + i, k->x + k->width, k->y + i);
	}
}

static void
write_names(picture *p, const plot_layout *l)
{
	double size = letter_size(p), side = pixels(p, l);

	for (uint32_t b = 0; b < l->blocks && names_fit(p, l); b++) {
		const char *name = layout_name(l, b, side * l->block->width / (0.6 * size));

		if (!*name)
			continue;
		fprintf(p->script, "set label %u at %u,%.9g left font ',%d' ", b + 1, l->block[b].x, l->block[b].y - 0.6 * size / side,
			p->format == PICTURE_PNG ? 9 : 12);
		gnuplot_text(p->script, name);
		fputs("\n", p->script);
	}
}

void
page_draw(page *g, picture *p, const char *(*colour)(uint32_t what))
{
	const plot_layout *l = &g->layout;
	double side = pixels(p, l);

	fputs("unset border\nunset xtics\nunset ytics\nunset grid\nset size ratio -1\nset lmargin 1\nset rmargin 1\n", p->script);
	fprintf(p->script, "set xrange [0:%u]\nset yrange [%u:0]\n", l->width, l->height);
	fputs(p->asked->title ? "" : "set tmargin 1\n", p->script);
	write_names(p, l);
	fputs("$cells << END\n", p->script);
	for (uint32_t y = 0; y < l->height; y++)
		for (uint32_t x = 0; x < l->width; x++)
			if (g->cell[(size_t)y * l->width + x])
				take_rectangle(p->script, g, x, y, colour);
	fputs("END\n$lines << END\n", p->script);
	write_lines(p->script, l);
	fprintf(p->script, "END\nplot $cells using 1:2:3:4:5 with boxxyerror fs solid noborder lc rgb variable, "
		"$lines with lines lw %.9g lc rgb '#ffffff'", side < 3 ? 0 : side < 10 ? 0.5 : 1.5);
}
