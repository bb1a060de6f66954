/* fields -- a record of a job log as named fields, whoever cut them: what they mean, and the record that they make. */
#pragma once

#include "gen-workload/log/filter.h"
#include "gen-workload/log/records.h"

/* What a field may mean. */
enum { JOB, NODES, PROCESSORS, SUBMIT, START, END, WAIT, RUNTIME, WALLTIME, MEANINGS };

extern const char *const log_meaning[MEANINGS];	/* "job", "nodes", … */

typedef struct log_fields {
	records *log;
	const job_filter *wanted;
	const char **text;	/* [fields], what each holds in the record under way: the reader sets them */
	const char **cell;	/* [columns of the log], for log_record.cell */
	/* private: */
	int meant[MEANINGS];	/* the field that means it; -1: none does */
	int *rest;		/* the field of each column */
	int columns;
	char number[24];	/* the name of a job without one */
} log_fields;

/* A new log of records with that many fields.  meant[] says which field has a meaning, -1 where none has.  Field i is a column
 * called column[i] unless that is NULL.  `more` (or NULL) is one column more, of which the reader sets the cell,
 * cell[log->columns - 1]. */
void fields_init(log_fields *f, const job_filter *wanted, int fields, const int *meant, const char *const *column, const char *more);

/* Frees all but the log. */
void fields_free(log_fields *f);

/* Does a log say nothing with this text: "", "None", "Unknown", …? */
bool fields_nothing(const char *text);

/* What the field of a meaning holds; NULL when there is none or it says nothing. */
const char *fields_value(const log_fields *f, int meaning);

/* The record that the fields make, until the next one is made; what cannot be read is tallied.  *fraction says whether its
 * nodes or processors had to be rounded up. */
log_record fields_record(log_fields *f, long line, bool *fraction);

/* Is it the name of a column that gen-workload writes, or that other tools would read? */
bool fields_taken(const char *name);
