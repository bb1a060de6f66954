/* patterns -- lists of patterns, and of message sizes for them, as options give them.
 *
 * A size may name the pattern that it is for (broadcast=8000), because real programs
 * do not send messages of one size whatever their pattern. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/pattern/pattern.h"
#include "lib/rng/rng.h"

enum { MOST_ITEMS = 64 };

/* Message sizes: for the jobs of one pattern, or for those that have no size of their own. */
typedef struct size_list {
	bool usual;		/* nobody gave the size without a pattern: it is the default */
	bool drawn;		/* several may be given, to be drawn from */
	const char *text;	/* as given */
	int count;
	struct {
		const pattern *only;	/* NULL: any pattern without an item of its own */
		int64_t bytes;
	} item[MOST_ITEMS];
} size_list;

/* Patterns: a case each, or each job draws one (the workload says which). */
typedef struct pattern_list {
	bool open;		/* of the open loop */
	int count;
	const pattern *item[MOST_ITEMS];
} pattern_list;

/* pattern_list: NAME[,NAME...]; of the closed loop "mixed" is the first paper's six. */
void set_patterns(const char *option, const char *arg, void *to);

/* A pattern, as the value of `option`. */
const pattern *read_pattern(const char *option, const char *name, bool open);

/* The pattern of "[PATTERN=]VALUE", which becomes the value; NULL: any. */
const pattern *read_only(const char *option, char **item);

/* size_list: [PATTERN=]SIZE[,...] */
void set_sizes(const char *option, const char *arg, void *to);

/* Is there a size for this pattern alone?  NULL: one for any pattern. */
bool has_size(const size_list *l, const pattern *only);

/* The size for a job of pattern p, drawn where there are several; 0: none. */
int64_t choose_size(const size_list *l, const pattern *p, rng *r);
