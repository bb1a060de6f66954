/* swf -- job logs in the Standard Workload Format, version 2 (Feitelson's Parallel
 * Workloads Archive): header comments "; Key: value", then 18 fields a job.
 *
 * Liberal, as the archive's logs need: blanks or tabs, CRLF, fields missing or
 * more of them, numbers with a fraction, jobs in any order, gzipped or not.  What is odd
 * is counted by kind, with the first line that shows it; nothing is dropped unseen. */
#ifndef HOPLINE_SWF_H
#define HOPLINE_SWF_H

#include <stddef.h>
#include <stdint.h>

enum { SWF_SECOND = 1000000 };	/* times are in microseconds, counted from the log's first submit */

typedef enum swf_oddity {
	/* the record is left out */
	SWF_TORN, SWF_PARTIAL, SWF_NO_SUBMIT, SWF_NO_PROCESSORS, SWF_NO_RUNTIME, SWF_TWICE,
	/* the record is kept */
	SWF_REQUESTED, SWF_NO_WAIT, SWF_UNSORTED,
	SWF_ODDITIES
} swf_oddity;

typedef struct swf_job {
	long line;
	int64_t number;
	int64_t submit, start, end;	/* start = submit + wait, end = start + runtime > start */
	int64_t processors;		/* at least 1 */
} swf_job;

typedef struct swf {
	const char *file;
	swf_job *job;		/* in the order of the log */
	size_t jobs, room;
	char **comment;		/* the header's lines, without ';' and blanks around */
	size_t comments;
	struct {
		long count, first_line;
	} odd[SWF_ODDITIES];
} swf;

/* Read a whole log; `path` may be "-".  Exit 1 when it holds no job. */
swf *swf_read(const char *path);
void swf_free(swf *log);

/* The value of the first header comment "Key: value"; NULL when there is none. */
const char *swf_header(const swf *log, const char *key);

/* Say on standard error what was odd, a line a kind. */
void swf_report(const swf *log);

#endif
