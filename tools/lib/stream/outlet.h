/* outlet -- a file or standard output that takes whole cases; private to stream. */
#pragma once

#include <stddef.h>
#include <stdio.h>
#include <time.h>

typedef struct outlet {
	FILE *out;
	const char *path;	/* NULL: standard output */
	char *buffer;		/* of stdio, for a file */
	size_t waiting;		/* bytes that stdio has */
	struct timespec last;	/* when they were last handed on */
} outlet;

/* Open `path` as files_write does; NULL is standard output.  A write that fails later exits 1. */
void outlet_open(outlet *o, const char *path);
void outlet_write(outlet *o, const char *text, size_t length);
void outlet_close(outlet *o);	/* standard output stays open, all handed on */
