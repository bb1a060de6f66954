/* picture -- what all pictures share: their options, the look of the studies', and where they go. */
#pragma once

#include <stdio.h>

#include "lib/cli/subcommand.h"

typedef enum picture_format { PICTURE_ANY, PICTURE_SVG, PICTURE_PNG, PICTURE_PDF, PICTURE_TEXT } picture_format;

/* The options of every picture. */
typedef struct picture_options {
	picture_format format;
	const char *output;	/* a file; NULL: standard output */
	const char *title;
	option_numbers size;	/* width and height, in pixels or characters; first 0: as is usual */
	const char *label[2];	/* of the axis x, y, in place of a column's name; NULL: that */
} picture_options;
extern const cli_option picture_options_known[];

/* Those options of a subcommand whose own begin with a picture_options. */
extern const cli_option_group picture_group[];

typedef struct picture {
	const picture_options *asked;
	picture_format format;	/* not PICTURE_ANY */
	int width, height;
	int scale;		/* letters and lines are that many times as large as in SVG */
	int digits;		/* of coordinates in the script */
	FILE *script;		/* for gnuplot, from picture_begin on */
	char *text;
	size_t length;
} picture;

/* What the options come to, for picture_begin or picture_close_text. */
void picture_open(picture *p, const picture_options *asked);

/* Begin the script, with the look and the title; what is drawn is the form's.  By then the tables are read. */
void picture_begin(picture *p);

/* Have it drawn, and write it: all of it or nothing. */
void picture_close(picture *p);

/* Close a picture in characters that a form has drawn itself: `text` goes below its title. */
void picture_close_text(picture *p, char *text);
