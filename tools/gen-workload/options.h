/* options -- what several kinds of workload take from the command line. */
#ifndef HOPLINE_GEN_WORKLOAD_OPTIONS_H
#define HOPLINE_GEN_WORKLOAD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "gen-workload/settings.h"
#include "gen-workload/shape.h"
#include "lib/cli/cli.h"
#include "lib/rng/rng.h"

enum { MOST_ITEMS = 64 };

/* Message sizes: for the jobs of one pattern, or for those that have no size of
 * their own. */
typedef struct size_list {
	bool usual;		/* nobody gave the size without a pattern: it is the default */
	bool drawn;		/* several may be given, to be drawn from */
	int count;
	struct {
		const pattern *only;	/* NULL: any pattern without an item of its own */
		int64_t bytes;
	} item[MOST_ITEMS];
} size_list;

/* What messages have sizes, in the order of the columns.  mix multiplies those in front of ALLREDUCE. */
enum { BYTES, EDGE, CORNER, ALLREDUCE, SIZES };
extern const char *const size_column[SIZES];

/* Patterns: a case each, or each job draws one (the workload says which). */
typedef struct pattern_list {
	int count;
	const pattern *item[MOST_ITEMS];
} pattern_list;

typedef struct options {
	cli cli;
	pattern_list patterns;
	size_list size[SIZES];
	int64_t iterations;
	int64_t repeat;		/* 0: not asked for */
	shape shape;
} options;

/* --bytes --edge-bytes --corner-bytes --allreduce-bytes --iterations --repeat, of closed-loop workloads; and
 * --dims --periodic.  Their struct is `options`. */
extern const setting closed_settings[], shape_settings[];

/* --repeat, for a workload's own settings. */
#define REPEAT_SETTING(what) { "repeat", "N", "write " what " N times, as cases with a column rep", set_count, offsetof(options, repeat) }

/* After parsing: what was not given, as --help says. */
void closed_defaults(options *o, const char *pattern_names);

/* After parsing and closed_defaults: find shape.tasks, and say what does not go together. */
void shape_settle(options *o);

/* pattern_list: NAME[,NAME...] of closed-loop or open-loop patterns; "mixed" is the first paper's six. */
void set_patterns(void *to, const char *option, const char *arg);
void set_open_patterns(void *to, const char *option, const char *arg);

/* A pattern, as the value of `option`. */
const pattern *read_pattern(const char *option, const char *name, bool open);

/* The size for a job of pattern p, drawn where there are several; 0: none. */
int64_t choose_size(const size_list *l, const pattern *p, rng *r);

#endif
