/* node-names -- which node of a machine a name means, with or without its domain. */
#pragma once

#include "lib/machine/machine.h"
#include "lib/stream/names.h"

typedef struct node_names {
	names full, host;	/* as they are; of those with a domain what stands before it */
	uint32_t *node, *host_node;	/* [count of each]; NONE: two nodes share the host's name */
	size_t room, host_room;
} node_names;

/* Start with `(node_names){ 0 }`.  Node v is called `name`, NULL: nothing; false when another node is called so. */
bool node_names_add(node_names *n, const char *name, uint32_t v);
void node_names_add_all(node_names *n, const machine *m);

/* The node that is called so, or that alone is meant when the domain of one of the two is left out; NONE: there is none. */
uint32_t node_names_find(const node_names *n, const char *name);

/* "; did you mean 'n01'?" or "", until the next call. */
const char *node_names_hint(const node_names *n, const char *name);
void node_names_free(node_names *n);
