/* gain -- what a mapping is worth beside the order that a launcher uses when it is told nothing. */
#pragma once

#include <stdbool.h>

#include "lib/cli/cli.h"
#include "lib/cli/command.h"
#include "lib/load/loads.h"
#include "lib/stream/sink.h"
#include "map/mapping.h"

/* --- judge: a filter that is asked how long a job takes with its tasks on these nodes. */

typedef struct judge {
	const char *command;
	int64_t timeout;	/* ms */
	sink *question;
	int map, task_nodes;	/* its columns */
} judge;

/* For jobs of the table `in`; timeout 0: FILTER_TIMEOUT. */
void judge_open(judge *j, const char *command, int64_t timeout, const table *in, const cli *c);

/* The time[n] in s that the job alone takes when its tasks have the nodes node[k][tasks] of the machine, k = 0 … n - 1, the mappings
 * being called map[k].  A judge that fails or does not say how long it takes ends the tool with status 1. */
void judge_times(judge *j, const placement *p, const char *const *map, uint32_t *const *node, int n, double *time);

typedef struct gain_options {
	const char *report;	/* a file for the figures of all jobs; NULL: none */
	const char *judge;	/* a filter that says how long a job takes; NULL: none is asked */
	int64_t timeout;	/* ms, how long it may take for that; 0: as others may */
	const char *routing;	/* whose ways messages take; NULL: minimal ones */
	bool says;		/* a sentence for each job on standard error, */
	const char *offer;	/* which begins with this; NULL: nothing, it is done */
	const mapping *against;	/* the launcher's order, which asks nothing of the job; NULL: linear */
	bool keeps;		/* where the judge finds the mapping slower the launcher's order stays */
	bool ranks;		/* and says how the ranks of the program are numbered */
} gain_options;

extern const cli_option gain_table[];	/* into a gain_options */

typedef struct gain {
	const gain_options *opt;
	const char *choice;	/* the mapping as the column map calls it */
	loads loads;
	bool knows;		/* the ways of messages: else there are no loads */
	sink *out;		/* the report; NULL: none */
	judge judge;		/* without a command: there is none */
} gain;

/* For jobs of the table `in` on m, mapped as `choice`.  A routing that m has not, and a report that
 * cannot be written, end the tool with status 2. */
void gain_open(gain *g, const gain_options *o, const char *choice, const table *in, const machine *m, const cli *c);

/* Is anything wanted? */
bool gain_wanted(const gain *g);

/* A job with its traffic, and the ranks of its tasks: its rows of the report, and the sentence.  The ranks become those of the launcher's
 * order where that stays. */
void gain_tell(gain *g, const placement *p, uint32_t *rank);

void gain_close(gain *g);
