/* json -- the values of a JSON file, by jansson, in a build that has it.
 *
 * A file holds one value, or several one after the other, as tools write that print a protobuf message a time. */
#pragma once


#include "lib/stream/gzlines.h"

#ifdef HAVE_JANSSON
#include <jansson.h>

typedef struct json_reader {
	const char *file;
	char *text;
	size_t length, at;
	long line;		/* in which the value read last begins */
} json_reader;

/* The rest of these lines, which are closed. */
json_reader json_open(gzlines *in);

/* The next value, which json_decref frees; NULL at the end.  What is no JSON ends the tool with status 1 and FILE:LINE. */
json_t *json_next(json_reader *r);
void json_close(json_reader *r);

/* What stands at the first of these paths that is there, a blank between: names with dots between.  In an array a name means the item whose
 * "type" or "name" it is, and a path that ends in an array of texts the last of these.  NULL: nothing, or null. */
json_t *json_find(json_t *in, const char *paths);

/* A number or a text as text, which the caller frees; of what Slurm writes of a number, {"set", "infinite", "number"}, that.  "" of all
 * else. */
char *json_word(const json_t *value);
#endif

/* This build cannot read the file, which is JSON: exit 1. */
_Noreturn void json_missing(const char *file);
