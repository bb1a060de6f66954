/* fields -- a record of a job log as named fields, whoever cut them: what they mean, and the record that they make. */
#pragma once

#include "gen-workload/log/filter.h"
#include "gen-workload/log/records.h"
#include "lib/hostlist/hostlist.h"
#include "lib/machine/node-names.h"

/* What a field may mean. */
enum { JOB, NODES, PROCESSORS, SUBMIT, START, END, WAIT, RUNTIME, WALLTIME, MEANINGS };

extern const char *const log_meaning[MEANINGS];	/* "job", "nodes", … */

/* The nodes that a log calls by their names, as the machine numbers them; where its nodes have no names, as they come. */
typedef struct log_nodes {
	node_names known;	/* of the machine's nodes; else those that came */
	bool named;		/* they have some */
	hostlist hosts;		/* of the list read last */
	uint32_t *found;	/* these as nodes */
	uint8_t *seen;		/* [nodes], zero between lists */
	size_t found_room, seen_room;
} log_nodes;

typedef struct log_fields {
	records *log;
	const job_filter *wanted;
	const char **text;	/* [fields], what each holds in the record under way: the reader sets them */
	const char **cell;	/* [columns of the log], for log_record.cell */
	bool fraction;		/* the nodes or processors of the record made last had to be rounded up */
	/* private: */
	log_nodes nodes;
	int meant[MEANINGS];	/* the field that means it; -1: none does */
	int *rest;		/* the field of each column */
	int columns;
	char number[24];	/* the name of a job without one */
} log_fields;

/* A new log of records with that many fields, on machine m.  meant[] says which field has a meaning, -1 where none has.  Field i is a
 * column called column[i] unless that is NULL.  With `listed` there is one more, log_node_list, of the nodes that fields_add is told. */
void fields_init(log_fields *f, const job_filter *wanted, const machine *m, int fields, const int *meant, const char *const *column,
	bool listed);

/* What the field of a meaning holds; NULL when there is none or it says nothing. */
const char *fields_value(const log_fields *f, int meaning);

/* The record that the fields make, until the next one is made; what cannot be read is tallied. */
log_record fields_record(log_fields *f, long line);

/* Take it in, as records_add, and tally what is odd about it.  `hosts`, which a column `title` has, are its nodes, names as Slurm
 * abbreviates them: as many as it has, if it says; of a log that is `listed`. */
bool fields_add(log_fields *f, log_record *r, const char *hosts, const char *title);

/* Is it the name of a column that gen-workload writes, or that other tools would read? */
bool fields_taken(const char *name);
