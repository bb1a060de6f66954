/* options -- what several kinds of workload take from the command line. */
#ifndef HOPLINE_GEN_WORKLOAD_OPTIONS_H
#define HOPLINE_GEN_WORKLOAD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "gen-workload/shape.h"
#include "lib/cli/cli.h"
#include "lib/pattern/pattern.h"
#include "lib/rng/rng.h"

enum { MOST_ITEMS = 64 };

/* Patterns: a case each, or each job draws one (the workload says which). */
typedef struct pattern_list {
	int count;
	const pattern *item[MOST_ITEMS];
} pattern_list;

/* Message sizes: for the jobs of one pattern, or for those that have no size of
 * their own. */
typedef struct size_list {
	bool usual;		/* nobody gave the size without a pattern: it is the default */
	int count;
	struct {
		const pattern *only;	/* NULL: any pattern without an item of its own */
		int64_t bytes;
	} item[MOST_ITEMS];
} size_list;

typedef struct options {
	cli cli;
	pattern_list patterns;
	size_list bytes, edge_bytes, corner_bytes, allreduce_bytes;
	bool drawn;		/* several sizes may be given, to be drawn from */
	int64_t iterations;
	int64_t repeat;		/* 0: not asked for */
	shape shape;
} options;

/* --bytes --edge-bytes --corner-bytes --allreduce-bytes --iterations --repeat, of closed-loop
 * workloads; its input is an `options *`, `drawn` set. */
extern const struct argp closed_argp;

/* After parsing: what was not given, as --help says. */
void closed_defaults(options *o, const char *pattern_names);

/* NAME[,NAME...] of closed-loop or open-loop patterns; "mixed" is the first paper's six. */
void read_patterns(pattern_list *l, const char *arg, bool open);

/* One such pattern, as the value of `option`. */
const pattern *read_pattern(const char *option, const char *name, bool open);

/* [PATTERN=]SIZE[,...]; `several` says whether a pattern may have more than one. */
void read_sizes(size_list *l, const char *option, const char *arg, bool several);

int64_t read_size(const char *option, const char *arg);

/* A load, as an item of --load: above 0 and at most 1. */
double read_load(const char *arg);

/* The size for a job of pattern p, drawn where there are several; 0: none. */
int64_t choose_size(const size_list *l, const pattern *p, rng *r);

/* The value of an option: an integer in [min, max]. */
int64_t read_count(const char *option, const char *arg, int64_t min, int64_t max);

/* Cases, as the value of `option`: N or A-B; N is 1-N. */
void read_cases(const char *option, const char *arg, int64_t *first, int64_t *last);

/* --order: whether the large jobs come first. */
bool read_order(const char *arg);

#endif
