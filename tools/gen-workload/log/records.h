/* records -- the jobs of a log, whatever its format, and a tally of what was odd in it.
 *
 * A format's reader (swf, lines, slurm) hands over record after record; here they become jobs:
 * what one field lacks is had from another, what cannot be a job is left out, and both are
 * counted by kind, with the first line that shows it.  Nothing is dropped unseen. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/logtime/logtime.h"
#include "lib/stream/names.h"
#include "lib/stream/sink.h"

#define UNKNOWN INT64_MIN	/* of a number or a time in a record */
#define STILL INT64_MAX		/* the end of a job that runs yet */

typedef enum record_oddity {
	/* the record is left out */
	ODD_UNMATCHED, ODD_TORN, ODD_PARTIAL, ODD_PENDING, ODD_SUSPENDED, ODD_NO_SUBMIT, ODD_NO_PROCESSORS, ODD_NO_RUNTIME, ODD_TWICE,
	ODD_EARLIER,
	/* the record is kept */
	ODD_UNREADABLE, ODD_SHORT, ODD_LONG, ODD_REQUESTED, ODD_FRACTION, ODD_NO_WAIT, ODD_EARLY, ODD_MISFIT, ODD_UNSORTED,
	ODD_COMPONENT, ODD_NO_LIST, ODD_STRANGE_NODE, ODD_OTHER_LIST,
	/* the record is kept; of interest when a whole log is played */
	ODD_NO_WALLTIME, ODD_OTHER_TIME, ODD_OVERRUN,
	/* the job is left out, as the options or the machine have no place for it */
	ODD_UNASKED, ODD_BEFORE, ODD_AFTER, ODD_NARROW, ODD_MORE, ODD_RUNNING, ODD_WIDE, ODD_ELSEWHEN, ODD_REST,
	ODD_SHARED,
	/* some of its nodes are */
	ODD_CUT,
	/* the job shares nodes, and is kept in some way */
	ODD_SHARES,
	ODDITIES
} record_oddity;

/* What a format's reader knows of a job.  Times and spans in microseconds; UNKNOWN where the record does not say.
 * A negative submit, start or wait and a span, nodes or processors of 0 or less are as good as unknown. */
typedef struct log_record {
	const char *name;
	const char *cluster;	/* NULL: the log's column of this name says, if there is one */
	int64_t number;		/* by which jobs of one start are put in order */
	long line;
	int64_t submit, wait, start, end, runtime, walltime;
	int64_t nodes, processors;
	const char *const *cell;	/* [columns of the log]: what else it says */
	bool partial;		/* a part of a job that has a record of its own */
	bool pending, suspended;	/* it has no nodes, or has them in vain */
	bool running;		/* it has no end yet; runtime and end are not looked at */
	bool requeued;		/* it ended so: a record that started later, submitted at whatever time, is its next run */
	bool chosen;		/* by the user: the others count in the tally and in the time of the first submit only */
} log_record;

typedef struct log_job {
	long line;
	int64_t number;
	uint32_t name;
	uint32_t twin;		/* of jobs of this name the how manieth, from 1 */
	uint32_t part;		/* of those that packing makes of one job, from 1; 0: it is the job itself */
	size_t at;		/* of its cells */
	char *list;		/* its nodes, where they are not those of its cells; NULL */
	int64_t submit, start, end;	/* submit <= start < end, from the log's first submit on; end may be STILL, of a job that waits start too */
	int64_t walltime;	/* 0: unknown */
	int64_t processors;	/* 0: `nodes` says */
	int64_t nodes;		/* 0: `processors` says */
	bool chosen, requeued;
} log_job;

/* A job's time on its nodes: it has them from `start` on and no more at `end`, in microseconds. */
typedef struct interval {
	const log_job *job;
	int64_t start, end;
	uint32_t nodes;
} interval;

typedef struct records {
	const char *file;
	const char *const *wording;	/* [ODDITIES], where the format has its own words; NULL elsewhere */
	bool unfinished;	/* jobs that wait are jobs, with a start STILL and an end STILL */
	int64_t now;		/* the last time at which a job was seen to run, in microseconds; UNKNOWN */
	bool any_order;		/* of the records: that they are not sorted is nothing odd */
	char *computer;		/* NULL: the log does not say */
	int64_t procs_per_node;	/* as the log says; 0: it does not */
	char *header;		/* and in which words */
	int64_t since_1970;	/* when the log's own times begin, in microseconds; UNKNOWN: the log does not say */
	log_job *job;		/* in the order of the log */
	size_t jobs, room;
	log_job **made;		/* jobs that stand for several of these (packing) */
	size_t mades, made_room;
	int columns;		/* that the format has beside those above */
	char **column;		/* their names */
	double node_hours;	/* of the jobs with an end, once they are selected */
	int node_list;		/* the column of a job's nodes: as many as `nodes`, or ""; -1: there is none */
	bool named;		/* they are as the machine numbers them; else as they came, and nobody else can use them */
	uint64_t peak;		/* the most nodes busy at one time in the selected jobs; 0: no more than there are */
	/* private: */
	names name;		/* of all jobs, each once */
	uint32_t *twins;	/* [name.count], jobs called so */
	size_t twins_room;
	names key;		/* which job of the log a record is of; without its submit as well, where it may run again */
	uint32_t *latest;	/* [key.count], of its last run so far the number in job[], from 1; 0: none */
	size_t latest_room;
	int cluster;		/* the column; -1: there is none */
	names value;		/* of all cells, each once */
	uint32_t *cell;		/* [jobs][columns]: its number */
	int64_t first, last;	/* the least and the latest submit so far, UNKNOWN at first */
	struct {
		long count, first_line;
		char *sample;	/* what the first one was, where it matters */
	} odd[ODDITIES];
} records;

/* A log without a job yet. */
records *records_new(int columns, const char *const *column);

void records_odd(records *log, record_oddity o, long line);

/* Count an oddity, and keep the text that it is about. */
void records_odd_one(records *log, record_oddity o, long line, const char *what);

/* A value of that name that says nothing that could be understood. */
void records_unreadable(records *log, long line, const char *field, const char *value);

/* Take a record in; false when it is left out. */
bool records_add(records *log, const log_record *r);

/* After the last record: count times from the first submit.  Exit 1 when there is no job; `wanted` says
 * what one needs. */
void records_end(records *log, const char *wanted);

const char *records_name(const records *log, const log_job *j);
const char *records_cell(const records *log, const log_job *j, int column);

/* Say on standard error what was odd in the records, a line a kind; those of the last of these kinds only if the log is `played`. */
void records_report(const records *log, bool played);

/* How often that was, and the line of the first. */
size_t records_count(const records *log, record_oddity o, long *line);

/* Have the preamble say what was left out, a line a reason; false when nothing was. */
bool records_left_out(const records *log, sink *out);

/* How many records the log has, those that are none included. */
size_t records_read(const records *log);
