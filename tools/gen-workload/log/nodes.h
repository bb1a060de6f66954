/* nodes -- the nodes that a log calls by their names, as the machine numbers them; where its nodes have no names, as they come. */
#pragma once

#include "gen-workload/log/records.h"
#include "lib/hostlist/hostlist.h"
#include "lib/machine/node-names.h"

typedef struct log_nodes {
	const machine *machine;
	node_names known;	/* of the machine's nodes; else those that came */
	bool named;		/* they have some */
	hostlist hosts;		/* of the list read last */
	uint32_t *found;	/* these as nodes */
	uint8_t *seen;		/* [nodes], zero between lists */
	size_t found_room, seen_room;
} log_nodes;

void nodes_init(log_nodes *l, const machine *m);
void nodes_free(log_nodes *l);

/* The nodes of a record whose list is *what, names as Slurm abbreviates them, as the cell log_node_list has them, which lives until the
 * next list is written anywhere; its number of nodes, where it has none.  What is odd about them, ODDITIES when nothing is, and *what that
 * is about. */
record_oddity nodes_find(log_nodes *l, log_record *record, const char **cell, const char **what);

/* Count that, where the machine's nodes have names. */
void nodes_odd(records *log, record_oddity odd, long line, const char *field, const char *what);

/* A list of PBS (n01/0*16+n02/0*16) or LSF (4*n01 4*n02, "n01" "n01" "n02") as one of Slurm, the caller frees. */
char *nodes_plain(const char *text);
