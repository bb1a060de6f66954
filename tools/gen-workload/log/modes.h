/* modes -- the allocation mode of GRAP that each job of a log asks for, drawn (Feng et al., ICS 2023, 5.1.4).
 *
 * The paper says which shares of the jobs use which mode, and nothing of the groups that users ask for with two of them; what
 * stands in modes.c for that is ours. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "gen-workload/jobs.h"
#include "lib/cli/subcommand.h"

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
