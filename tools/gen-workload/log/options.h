/* options -- what all workloads take that come from a job log: which of its jobs are wanted, and as what they are written.
 *
 * A log says when jobs ran and how wide they were, never what they sent: pattern and
 * message size come from the options, or are drawn for each job by its name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen-workload/fraction.h"
#include "gen-workload/jobs.h"
#include "gen-workload/log/filter.h"
#include "gen-workload/log/records.h"
#include "gen-workload/options.h"
#include "gen-workload/patterns.h"
#include "lib/cli/command.h"
#include "lib/cli/subcommand.h"
#include "lib/stream/names.h"

/* --- shares: the share of its runtime in which a job communicates, by its pattern, or by its kind, as metrics estimate writes it: no log
 * says it. */

typedef struct share_row {
	double share, low, high;	/* NAN: the log did not tell */
} share_row;

/* Shares by kind of job. */
typedef struct share_file {
	const char *path;
	names column;		/* those that make a kind */
	names key;		/* of each kind, a cell a column */
	share_row *row;		/* [key.count] */
	size_t room;
	share_row all;		/* of other kinds */
	int *at;		/* [column.count] columns of the log; -1: nodes, walltime_s */
} share_file;

typedef struct comm_shares {
	int count;		/* 0: not given */
	struct {
		const pattern *only;	/* NULL: any pattern without an item of its own */
		double share;
	} item[MOST_ITEMS];
	share_file *file;	/* in place of these; NULL */
	int from;		/* its points, or its intervals: */
} comm_shares;

enum { FROM_POINT, FROM_INTERVAL };

/* --comm-share and --comm-share-from, into a `shares`. */
extern const cli_option shares_settings[];

/* Find the columns of the file in a log, or end the tool. */
void shares_open(const comm_shares *x, const records *log);

/* Does the file say something of jobs of this kind? */
bool shares_known(const comm_shares *x, const records *log, const interval *s);

/* The share of a job of this pattern; NAN: none was given.  Of a file that of its kind, or of all others; FROM_INTERVAL: drawn for its kind
 * within the interval, by the seed. */
double shares_of(const comm_shares *x, const records *log, const interval *s, const pattern *p, uint64_t seed);

/* --- packing: jobs of a log that had a node together, and what becomes of them where a node belongs to one job. */

/* --shared: what a node holds is one job; each job has its nodes whole; they are left out. */
typedef enum packing { PACK, WHOLE, DROP } packing;
typedef struct packing_option {
	bool given;
	packing how;
} packing_option;
void set_shared(const char *option, const char *arg, void *to);
const char *packing_word(packing how);

/* Which of n jobs had a node of their lists while another had it: shares[i], and how many they are. */
size_t packing_find(const records *log, const interval *s, size_t n, bool *shares);

/* Put jobs in the place of those that share, and add them behind the others: *s grows.  A stretch of a node, from the first job on it until
 * it is empty, belongs to the widest of its jobs, of equals to the first; the stretches of one owner that begin and end together are
 * one job.  It was submitted with the first of their jobs, and asks for time until the last of them must have ended.  At one `moment`, at
 * which all of them run, the nodes of one owner are one job, with its own times.  How many jobs there are then. */
size_t packing_pack(records *log, interval **s, size_t n, const bool *shares, bool moment);

/* Have jobs that share without their lists: each wants nodes of its own. */
void packing_unlist(records *log, interval *s, size_t n, const bool *shares);

/* --- modes: the allocation mode of GRAP that each job of a log asks for, drawn (Feng et al., ICS 2023, 5.1.4).
 *
 * The paper says which shares of the jobs use which mode, and nothing of the groups that users ask for with two of them; what
 * stands in modes.c for that is ours. */

enum { MOST_MODES = 4 };

typedef struct modes {
	int count;		/* 0: not given */
	struct {
		const char *mode;
		double share;
	} item[MOST_MODES];	/* the first is that of jobs outside the range */
	int64_t low, high;	/* the nodes of jobs that draw; 0: all of them */
} modes;

/* What a job asks for. */
typedef struct mode_request {
	const char *mode;	/* "": it fits a group */
	uint32_t groups;	/* 0: the mode asks for none */
	char *group_nodes;	/* nodes in each group, for the column of that name: the caller frees it; NULL */
} mode_request;

/* --modes --modes-for, into a `modes`. */
extern const cli_option modes_settings[];

/* After parsing, with modes or without: what does not go together, and whether the machine has groups. */
void modes_check(const modes *x, const capacity *c);

/* May a job ask for a number of groups?  For the `nodes` in each? */
bool modes_ask(const modes *x, bool nodes);

/* What the job called so asks for: by the seed and its name alone. */
mode_request modes_draw(const modes *x, const capacity *c, uint64_t seed, const char *job, uint32_t nodes);

/* --- mix: which code a job of a log may have run, by its width: codes of a machine with the node-hours and widths of their jobs, and how
 * much of their time they communicate on so many nodes. */

typedef struct mix_code mix_code;

typedef struct mix_option {
	const char *path, *shares;	/* NULL: not given */
	int64_t cores;			/* of a node of the machine that the mix is of */
	names code;
	mix_code *of;			/* [code.count] */
	size_t room;
} mix_option;

/* --mix, --mix-shares and --mix-cores, into a mix_option. */
extern const cli_option mix_settings[];

/* Read the files, if any; dies of what is wrong in them. */
void mix_open(mix_option *m);

/* Draw the code of a job. */
uint32_t mix_draw(const mix_option *m, uint32_t nodes, rng *r);

/* Its pattern; one of the list where the mix says none. */
const pattern *mix_pattern(const mix_option *m, uint32_t code, const pattern_list *list, uint64_t seed);

/* Its share on so many nodes: on the line through what was measured, over the logarithm of nodes.  One that was not measured has the share
 * of one that was, drawn by the seed.  NAN: nothing was. */
double mix_share(const mix_option *m, uint32_t code, uint32_t nodes, uint64_t seed);

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
