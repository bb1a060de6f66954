/* owners -- who has each node of a machine at one moment, and who has most of them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"
#include "lib/stream/names.h"

/* A job, or all that are alike in a column. */
typedef struct owner {
	uint32_t name;		/* in owners.name */
	uint32_t nodes;
} owner;

typedef struct owners {
	machine *machine;
	names name;		/* in the order of their rows */
	owner *owner;		/* [name.count], the largest first */
	uint32_t *rank;		/* [name.count]: where a name is there */
	uint32_t *of;		/* [nodes]: a name, or NONE */
	size_t room;
} owners;

/* Read the file of a command line: the jobs of the case `asked` (NULL: the only one) that have a node_list, whose owners are the texts of
 * the column `by_column`.  Dies where there are none, or a node has two. */
void owners_read(owners *w, const cli *c, const char *asked, const char *by_column);
void owners_free(owners *w);

/* What the owner at a place is called. */
const char *owners_name(const owners *w, uint32_t rank);
