/* topology-yaml -- Slurm's topology.yaml (25.05 and later): a list of topologies by name, of which one is read.
 *
 * Read is the block style that Slurm's manual and generators write, a key a line, with lists of numbers in brackets or a line each.
 * Refused are rings, tori, flat topologies (which name no nodes), mappings in braces, JSON. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A switch or a block. */
typedef struct yaml_entry {
	long line;
	char *name, *nodes, *children;	/* NULL: not given */
} yaml_entry;

typedef struct yaml_topology {
	char *name;
	long line;
	bool usual;		/* cluster_default: true */
	char *kind;		/* "tree", "block"; another one is refused where it is chosen; NULL: none so far */
	char *sizes;		/* of blocks, with commas between; NULL: not given */
	yaml_entry *entry;
	uint32_t entries;
} yaml_topology;

typedef struct yaml_file {
	const char *file;	/* as messages name it */
	yaml_topology *topology;
	uint32_t topologies;
} yaml_file;

/* Is it such a file, by the end of its name or by its first line that says something? */
bool topology_yaml_is(const char *path);

/* Read a file.  What is wrong with it ends the tool with exit status 1. */
yaml_file *topology_yaml_read(const char *path);

/* The topology of a name; of NULL the first that is the cluster's default, or the first of all.  One that is not there, or of a kind that
 * is not read, ends the tool with exit status 1. */
const yaml_topology *topology_yaml_choose(const yaml_file *y, const char *name);

void topology_yaml_free(yaml_file *y);
