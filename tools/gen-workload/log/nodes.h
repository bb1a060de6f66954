/* nodes -- the nodes that a log calls by their names, as the machine numbers them; where its nodes have no names, as they come. */
#pragma once

#include "lib/hostlist/hostlist.h"
#include "lib/machine/machine.h"
#include "lib/stream/names.h"

typedef struct log_nodes {
	const machine *machine;
	names names;		/* of the machine's nodes */
	bool named;		/* they have */
	uint32_t *node;		/* [names], which node that is */
	hostlist hosts;		/* of the list read last */
	uint32_t *found;	/* these as nodes */
	uint8_t *seen;		/* [names], zero between lists */
	size_t node_room, found_room, seen_room;
} log_nodes;

void nodes_init(log_nodes *l, const machine *m);
void nodes_free(log_nodes *l);

/* The hosts of `text`, as Slurm abbreviates them: how many; 0 when the text is no such list, and *why says what is wrong. */
uint32_t nodes_read(log_nodes *l, const char *text, const char **why);

/* The hosts read last as a node list of the stream, in their order, which lives until the next list is written anywhere; NULL when the
 * machine does not have one of them, or has it twice in the list: *host is that one. */
const char *nodes_list(log_nodes *l, const char **host);
