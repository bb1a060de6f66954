/* slurm -- what the policies that choose as Slurm does have in common: they say how many nodes each leaf switch gives, which then are its
 * lowest idle ones, and list them by label, as Slurm keeps no order of choice.
 *
 * A job may ask for more in columns of its own, which some settings of Slurm heed:
 *
 *	contiguous	1: the switches are not looked at; of the runs of consecutive idle nodes with enough, by label, the shortest
 *			gives its lowest; without one the job is refused
 *	switches	what is chosen has at most that many leaves, else the job is refused; no other choice is sought
 *	switches_wait_s	after so long it may have more; empty: never
 *
 * All of it was observed, and releases differ: data/reference/slurm (22.05.8) and its folder 26.05 (24.11.5 and 26.05.5).  What a
 * policy's argument begins with says which release it is to do as; without one it is the newest.  From 26.05 on a job of one node gets
 * the lowest idle node of the machine, whatever the rule. */
#pragma once

#include "alloc/policy.h"
#include "lib/machine/switches.h"

/* The releases that were observed, in their order. */
typedef enum slurm_release { SLURM_22_05, SLURM_24_11, SLURM_26_05, SLURM_RELEASES } slurm_release;

/* The release that a policy's argument begins with, the newest where it begins with none.  *argument becomes what follows it and a '+', or
 * NULL. */
slurm_release slurm_release_read(const char **argument);

/* What a rule goes by. */
typedef struct slurm_view {
	slurm_release release;
	const switches *tree;
	uint32_t *idle;		/* [tree->count], idle nodes below each switch */
	uint32_t need;		/* fewer than are idle */
} slurm_view;

/* How many nodes each leaf gives, need in all; take[] is zero at first. */
typedef void slurm_rule(const slurm_view *v, uint32_t *take);

/* How Slurm is set up. */
typedef struct slurm_setting {
	slurm_rule *rule;	/* NULL: by runs of idle nodes, without looking at switches */
	uint32_t binding;	/* `switches` up to this are heeded */
	bool contiguous;	/* so is `contiguous` */
	bool oldest;		/* the rules around it are those of 22.05, whatever the argument says */
} slurm_setting;

/* What such a policy chooses by: its `setting`, a slurm_setting. */
bool slurm_choose(const occupancy *o, const request *q, selection *out);

/* > 0: of two with x and y idle nodes the first suits a job better that still wants so many: fewer where both have enough, the one that
 * has enough, or more; 0: they are alike. */
static inline int
slurm_suits(uint32_t x, uint32_t y, uint32_t want)
{
	if ((x >= want) != (y >= want))
		return x >= want ? 1 : -1;
	return x >= want ? (x < y) - (x > y) : (x > y) - (x < y);
}

/* Does the job get the lowest idle node of the machine? */
bool slurm_is_single(slurm_release release, uint32_t nodes);

/* Of `parts` parts, `part` their numbers in the order in which equal ones go, idle[] by number: while none left has enough, the one with
 * the most gives all; then the one with the fewest that are enough. */
void slurm_drain(const uint32_t *idle, const uint32_t *part, uint32_t parts, uint32_t need, uint32_t *take);

/* Of the switches with enough idle nodes those of the lowest level, and of these the one with the fewest, the first at a tie. */
uint32_t slurm_lowest(const slurm_view *v);

/* The leaves below a switch that have idle nodes, in their order, into out; how many. */
uint32_t slurm_leaves(const slurm_view *v, uint32_t at, uint32_t *out);

/* Each of the leaves gives one node in turn, until there are enough; those that have no more are skipped. */
void slurm_turns(const slurm_view *v, const uint32_t *leaf, uint32_t leaves, uint32_t *take);

/* The lowest idle node of the machine by label. */
uint32_t slurm_first(const occupancy *o);

/* So many of the lowest idle nodes of each leaf, `need` in all, by label. */
void slurm_take(const occupancy *o, const uint32_t *take, uint32_t need, uint32_t *out);

/* For the policies: what check says of an argument that must be a release, with a tree of switches. */
void *slurm_plan(const machine *m);
void slurm_forget(void *plan);
char *slurm_check_release(const machine *m, const char *argument);
char *slurm_check(const machine *m, const char *argument);
bool slurm_spans(const request *q);
char *slurm_never(const occupancy *o, const request *q);
int64_t slurm_patience(const request *q);
extern const char *const slurm_wishes[];	/* contiguous, and behind it switches */

#define SLURM_POLICY .choose = slurm_choose, .plan = slurm_plan, .forget = slurm_forget, .patience = slurm_patience, .never = slurm_never, \
	.optional = true
