/* yaml -- YAML as configuration files have it: mappings, lists and texts, in lines by their indentation or in brackets, JSON included.
 *
 * Texts have quotes, or end with their line.  Anchors, tags, texts of several lines and further documents are refused. */
#pragma once

#include <stdint.h>
#include <stddef.h>

#include "lib/stream/gzlines.h"

enum yaml_sort { YAML_TEXT, YAML_LIST, YAML_MAP };

typedef struct yaml_node {
	enum yaml_sort sort;
	long line;
	char *key;		/* its name in a mapping; else NULL */
	char *text;		/* "" where nothing is given; NULL: it is no text */
	struct yaml_node *child;	/* of a list or mapping, in the order of the file */
	uint32_t children;
	size_t room;
} yaml_node;

/* The document in a file, which is closed, to be freed by yaml_free.  What is wrong with it ends the tool with exit status 1, file and
 * line. */
yaml_node *yaml_read(gzlines *in);
void yaml_free(yaml_node *n);

/* The value of a key of a mapping; NULL: it has none, or an empty one. */
const yaml_node *yaml_find(const yaml_node *map, const char *key);
