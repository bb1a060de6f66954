/* page -- a machine's nodes as cells of a picture, a number each. */
#pragma once

#include "metrics/plot/layout.h"
#include "metrics/plot/picture.h"

typedef struct page {
	plot_layout layout;
	uint32_t *cell;		/* [width*height]; 0: nothing is there */
} page;

/* The layout that fits the picture, with nothing on it. */
page page_of(const machine *m, const picture *p);
void page_free(page *g);

void page_set(page *g, uint32_t node, uint32_t what);

/* The page in characters: a letter for each number. */
void page_write(const page *g, FILE *out, char (*letter)(uint32_t what));

/* Tell gnuplot of it, each number in its colour ("#2171b5"), and begin the command that draws it.  The page is empty then. */
void page_draw(page *g, picture *p, const char *(*colour)(uint32_t what));
