/* layout -- a table for people: columns as wide as they need, the last one wrapped. */
#pragma once

#include <stdio.h>

typedef struct study_layout {
	int columns;
	char **cell;		/* [cells], row after row, the header first */
	size_t cells, room;
} study_layout;

/* Add a cell, which lives on. */
void layout_add(study_layout *l, char *text);

/* Print in lines of at most `width` characters, unless the columns in front of the
 * last leave it too little.  A newline in a cell of the last column is kept. */
void layout_print(const study_layout *l, int width, FILE *out);
