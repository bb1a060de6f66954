/* policy -- what an allocation policy must provide.
 *
 * To add one: write policies/NAME.c with a `const policy policy_NAME` ('_' where the name has a '-'), and name it in policies.c.  No
 * other source changes.  tests/unit/alloc/policies.c tests what each promises.
 *
 * To build from: which nodes are idle, and how many in each router or group (occupancy.h); walks over them (pick.h); routers or groups that
 * a job fits or has to itself (shapes/domains.h); cuboids (shapes/cuboid.h); distances and coordinates (lib/machine/machine.h); numbers in
 * an argument (lib/cli/units.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "alloc/occupancy.h"
#include "lib/rng/rng.h"
#include "lib/stream/table.h"

typedef struct policy policy;

/* A job that wants nodes. */
typedef struct request {
	const char *job;
	uint32_t nodes;		/* 1 … the idle nodes */
	const policy *policy;	/* the one that is asked */
	const char *argument;	/* what follows its name and a ':', or NULL */
	int64_t waited;		/* us since it came; 0 without a schedule */
	rng *random;		/* the job's own random stream, while nodes are chosen */
	const table *table;	/* the job's row, for policies that read */
	const row *row;		/* columns of their own */
} request;

/* A column of the job's row, for cell_int and the like; -1: there is none. */
static inline int
request_column(const request *q, const char *name)
{
	return q->table ? table_column(q->table, name) : -1;
}

enum { SELECTION_TEXT = 512 };

/* What the job gets. */
typedef struct selection {
	uint32_t *node;		/* room for request.nodes, in the order chosen */
	/* By column of the policy: the text of the cell, from xprintf or the like, which the caller frees.  All are NULL at first; what
	 * stays NULL is an empty cell.  NULL: not asked for. */
	char **value;
	int values;		/* how many; 0: not asked for */
	const char *why;	/* when refused: what is missing */
	char text[SELECTION_TEXT];	/* room for that, where it is no constant */
	bool unread;		/* `why` will not be read: it need not be set */
	bool never;		/* state_choose: refused for what would be so on an idle machine too */
} selection;

struct policy {
	const char *name;	/* same spelling in the CSV and on the command line */
	const char *const *aliases;	/* other names that --policy takes, ended by NULL; or NULL */
	const char *about;	/* one line for --list */
	const char *level;	/* a network level it needs besides "router" ("group"), or NULL */
	const char *kind;	/* the only machine kinds it is defined for, a space between two, or NULL */
	/* What must follow its name and a ':', as an example ("4x4x2"); NULL: nothing may.  It is written in the CSV
	 * with the name, so that results with other arguments can be told apart. */
	const char *argument;	/* choose finds it in the request; check says whether it is a right one */
	bool optional;		/* the argument may be left out */
	/* Columns that it adds to the table behind alloc's own, ended by NULL, or NULL; a selection has their values.  A row that gets no
	 * nodes, or is preplaced, keeps what it has there.  A policy may read columns of these names too. */
	const char *const *columns;
	/* Bytes of memory that it wants in occupancy.memory, zeroed at the start of a case; they are copied whole, so they hold no pointers
	 * into themselves.  NULL: none. */
	size_t (*memory)(const machine *m);
	/* What it makes of the machine before the first job, in occupancy.plan; forget frees it.  NULL: nothing. */
	void *(*plan)(const machine *m);
	void (*forget)(void *plan);
	/* What is wrong with this machine (of a right kind, with the level) or with the argument for it, worded to
	 * follow the policy's name, the caller frees; NULL: nothing.  May be NULL. */
	char *(*check)(const machine *m, const char *argument);
	/* Choose exactly q->nodes idle nodes into out->node.  There are enough idle nodes; false says that this policy cannot serve the
	 * job all the same, and sets out->why.  Must change neither o nor its memory: the caller marks the nodes busy.  Linear in the
	 * machine, unless its page says otherwise. */
	bool (*choose)(const occupancy *o, const request *q, selection *out);
	/* Must circuits change for this job with these nodes?  Asked before track.  For policies on machines with circuits; else NULL. */
	bool (*reconfigures)(const occupancy *o, const request *q, const uint32_t *node);
	/* On a machine of several fabrics (machine.h): may the job have nodes of any, as the policy chooses?  NULL: no, it is asked with the
	 * nodes of the first alone that has enough idle ones. */
	bool (*spans)(const request *q);
	/* Why it would refuse the job on an idle machine too, worded to follow "is refused: ", the caller frees; NULL: it would not, the job
	 * waits.  Asked of a job that it does not serve.  NULL: it does not say. */
	char *(*never)(const occupancy *o, const request *q);
	/* Which idle nodes the job reserves beside its own, busy by now: no other job of the case may have them, and the job is charged
	 * for them without using them.  Writes them to `out` (room for all); how many.  Asked of the preplaced jobs once all of these
	 * have their nodes, then of each job after its choice.  For policies that keep jobs apart; else NULL. */
	uint32_t (*reserves)(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out);
	/* Keep o->memory up to date: a job arrives, its nodes are busy by now (the preplaced jobs first, in row order, then each after its
	 * choice); or it leaves, its nodes and those it reserved are idle again.  For policies that go by who is there; else NULL. */
	void (*track)(const occupancy *o, const request *q, const uint32_t *node, bool arrives);
	/* It may refuse a job although as many nodes are idle.  A schedule then asks it whether the job at the head of
	 * the queue can be placed, where it would count nodes else.  More idle nodes must never make it refuse, fewer never make it serve. */
	bool refuses;
	bool whole;		/* what it promises holds where packets take the routes of a whole machine: it serves none with broken parts */
	/* Columns of the table, ended by NULL: where there is one of them it may refuse, too.  NULL: none. */
	const char *const *wishes;
	/* How long a job waits for what it asks for, us, before choose may serve it without (request.waited says how long it has waited);
	 * INT64_MAX: without limit.  NULL: all do. */
	int64_t (*patience)(const request *q);
	/* Columns of the table, ended by NULL, that with `nodes` hold all that a job can ask of it: jobs that are alike in them get the same
	 * nodes on the same machine, nothing being drawn, and one answer does for all.  NULL: each job is asked for. */
	const char *const *demands;
	/* The column with a job's nodes, when a policy chooses none but takes those: it must be there, and messages about a job that is
	 * refused name it.  Such a policy is asked whatever the number of idle nodes.  With a schedule that goes by the log a job that it
	 * refuses when it arrives does not wait.  NULL: the policy chooses. */
	const char *given;
	const void *setting;	/* of several policies of one rule, what sets this one apart (q->policy->setting); theirs to read */
};

extern const policy *const policies[];	/* ended by NULL, in the order of --list */

/* Room for a selection for any job on the machine; `described`: for the values too. */
void selection_init(selection *s, const policy *p, const machine *m, bool described);
void selection_free(selection *s);

/* Forget the values. */
void selection_clear(selection *s);

/* A policy refuses: say why, as printf, where anybody will read it.  False. */
bool selection_refused(selection *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* May the policy refuse a job of this table although as many nodes of the machine are idle?  Any may where they are of several fabrics. */
bool policy_refuses(const policy *p, const table *t, const machine *m);

/* How many columns the policy adds; the place of one among them, -1 when it is none. */
int policy_columns(const policy *p);
int policy_column(const policy *p, const char *name);

/* Take the values out, an array that values_free frees; NULL when there are none. */
char **selection_values(selection *s);
void values_free(char **value, int values);
