/* topology-yaml -- Slurm's topology.yaml (25.05 and later): a list of topologies by name, each of one kind, of which one is read. */
#pragma once

#include <stdbool.h>

#include "lib/stream/yaml.h"

/* Is it such a file, by the end of its name or by its first line that says something? */
bool topology_yaml_is(const gzlines *in);

/* Of the list of topologies the one of that name; of NULL the first that is the cluster's default, or the first of all.  Its kind, "tree",
 * "block", "ring" or "torus3d", and what it lists are the key and the value that are returned.  A name that is not there, a flat topology,
 * and what Slurm refuses, too, ends the tool with exit status 1. */
const yaml_node *topology_yaml_choose(const yaml_node *list, const char *file, const char *name);

/* The list that a topology has under that key, which must not be empty. */
const yaml_node *topology_yaml_list(const yaml_node *of, const char *file, const char *key);

/* The one text that an item has under a key; NULL: none. */
char *topology_yaml_text(const yaml_node *item, const char *file, const char *key);
