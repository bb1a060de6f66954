/* options -- what all workloads take that come from a job log: which of its jobs are wanted, and as what they are written.
 *
 * A log says when jobs ran and how wide they were, never what they sent: pattern and
 * message size come from the options, or are drawn for each job by its name. */
#pragma once

#include "gen-workload/fraction.h"
#include "gen-workload/log/filter.h"
#include "gen-workload/log/mix.h"
#include "gen-workload/log/modes.h"
#include "gen-workload/log/packing.h"
#include "gen-workload/log/shares.h"
#include "gen-workload/options.h"

/* A time that the user gave: since the log's first submit, or dated, since 1970. */
typedef struct log_time {
	bool given, dated;
	int64_t us;
} log_time;

/* Axes of a process grid that no log gives, its longest dimension's first; 0 all of them: x, y, z. */
typedef struct dims_order {
	int axis[3];
} dims_order;

static inline bool
dims_ordered(const dims_order *o)
{
	return o->axis[0] != o->axis[1];
}

/* The jobs of a log made wider or narrower, for a machine of another size (GRAP, 5.1.4: twice the nodes of Mira, at most the whole
 * machine). */
typedef struct widths {
	fraction times;		/* whole 0: not given */
	int64_t most;		/* 0: not given */
	bool machine;		/* at most the machine */
} widths;

/* Other months made of the days of one: a bootstrap over days (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993).
 *
 * The period of a log is cut into spans of whole days, from its start on; what is behind the last whole one is left out.  A case is as many
 * spans, or as many as make the length that was asked for, drawn with replacement and put one after another.  Submit times keep their
 * time of day. */
typedef struct resample {
	option_numbers cases;	/* last 0: not asked for */
	int64_t days, length;	/* of a span, of a case; 0: not given */
} resample;

typedef struct log_options {
	gen_options common;
	int64_t procs_per_node;	/* 0: not given, as are those below */
	log_time from, to;	/* jobs submitted in [from, to) */
	int64_t min_nodes, max_jobs;
	job_filter wanted;
	struct log_snapshot {
		bool given, fullest, now;
		int64_t us;
	} at;
	int64_t min_jobs;
	dims_order dims_order;
	packing_option shared;
	widths widths;
	modes modes;
	comm_shares shares;
	mix_option mix;
	resample resample;
} log_options;

extern const cli_option log_settings[];

/* After parsing: what does not go together, and defaults. */
void log_options_check(log_options *x);
