/* run -- the jobs of one case while they run: tasks, messages, sources.
 *
 * Closed-loop jobs have tasks (tasks.c) that post messages phase by phase.  Open-loop jobs are sources (source.c): nodes that create
 * messages at random times.  Both hand packets to the network through the interfaces (interface.c), and learn of messages that have
 * arrived.  What becomes of a job is its mode's. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/pattern/pattern.h"
#include "netsim/engine/network.h"
#include "netsim/jobs/histogram.h"

/* A sum of times, ps: exact, so that the order of addition does not matter. */
__extension__ typedef unsigned __int128 sum_ps;

/* One job of the case, and what is measured of it. */
typedef struct case_job {
	const char *id;
	const struct run_mode *mode;
	int64_t start;		/* ps, in the time of the case; the earliest job starts at 0 */

	/* closed loop */
	traffic traffic;
	uint32_t first_task, tasks;	/* 0 tasks: an open-loop job */
	uint32_t phases;	/* an iteration; 1 when silent */
	bool silent;		/* its pattern has no phases: nobody to talk to */
	uint64_t goal;		/* phases, over all iterations, after which a task has ended, or has done what it must (modes.h) */
	int64_t compute;	/* ps before each iteration */
	int64_t end;		/* of its last task so far */
	struct program *own;	/* its pattern as a program, where ranks have costs; NULL: it is not played so */
	struct progress *progress;	/* of its program (program.h); NULL: its tasks have phases */

	/* open loop */
	endpoints endpoints;
	uint32_t senders;	/* nodes that do send */
	double gap;		/* mean ps between the messages of a node */
	bool periodic;		/* every gap is the mean, and all nodes begin at once */
	double load;
	int64_t bytes;		/* a message */
	bool background;	/* without duration: runs until the last closed-loop job ends */
	int64_t warm, stop;	/* the window measured: [warm, stop); a background's stop is NEVER, as is its */
	int64_t middle;
	int64_t drained;	/* when waiting for measured messages ends */
	uint32_t draw_key[2];	/* of its sources' random numbers */
	uint64_t payload;	/* bytes that arrived, of open loop in the window, of closed loop in messages within a node */
	uint64_t second_half;	/* bytes of `payload` from the window's middle on */
	uint64_t measured;	/* messages created in the window, sent and not yet arrived */

	/* measured */
	uint64_t messages;	/* arrived, those within a node too */
	uint64_t comm_bytes;	/* closed loop: payload of the messages posted, those within a node too */
	uint64_t packets, hops;
	histogram latency;	/* of messages that crossed the network */
} case_job;

/* A message under way; a cache line of its own, as it may be made in one part of the network and arrive in another. */
typedef struct flight {
	_Alignas(64) int64_t posted;	/* ps */
	int64_t left;		/* bytes that have not arrived */
	union {			/* kept where a node's interfaces share a message, */
		int64_t tail;	/* ps: when the last of those that are on their last links will have; */
		int64_t coming;	/* or, where each packet counts, bytes that are on their last links */
	};
	uint64_t phase;		/* the receiver's, counted over all iterations; of a program: the sender's iteration times 2^32, and which message of its
				 * stream it is */
	uint32_t job;
	uint32_t to;		/* the receiving task (of the case); NONE in open loop */
	uint32_t node;		/* where it goes, */
	uint8_t to_nic;		/* and by which interface, counted from 1, if its program says; 0: it does not */
	bool striped;		/* its packets leave by any interface of their node */
	uint8_t came_by;	/* by which of its node's the packet at hand has come, where each counts */
	union {
		uint32_t stream;	/* of a program */
		uint32_t next;	/* free list */
	};
	uint32_t operation;	/* of the sender's program */
} flight;

/* All flights, in blocks that stay where they are, for all parts. */
enum { FLIGHT_BLOCK = 1 << 12, FLIGHT_BLOCKS = 1 << 16 };
typedef struct flights {
	flight **block;		/* [FLIGHT_BLOCKS]; NULL: not made yet */
	atomic_uint taken;	/* blocks in use */
} flights;

/* An entry of a list (progress.h): of an operation, a message of a stream, one under way, or a phase. */
typedef struct list_entry {
	union { int64_t time /* ps */, left /* bytes */, order /* of posting and arriving */; uint64_t phase; };
	union { uint32_t op, stream, flight; };
	union { uint32_t number, serial, count; };
	uint32_t next;
	uint8_t kind;
} list_entry;

/* A list in order, linked through traffic_run.entry; 0, 0: it is empty. */
typedef struct fifo {
	uint32_t first, last;
} fifo;

/* Messages that have begun to leave, where they do so in turn (turns.h). */
typedef struct turns {
	fifo begun;		/* the one whose turn is next first */
	uint32_t count;
	uint32_t behind;	/* packets of large messages that go before the next small message */
} turns;

/* By which messages leave: that of a task, or, where the messages of a rank name interfaces, one for each and one for any. */
typedef struct message_outlet {
	int64_t left;		/* bytes of the message under way that have not been cut into packets */
	uint32_t flight;	/* that message, NONE: take the next */
	fifo out;		/* of a program: those that have not begun */
	turns turns;
} message_outlet;

/* A task of a closed-loop job.  What changes with each message is on one cache line, up to outlet.flight. */
typedef struct task {
	_Alignas(64) uint64_t phase;		/* the phase it is in, counted over all iterations */
	union {
		int64_t posted;	/* when it posted the sends of the phase; */
		int64_t timer;	/* while it waits for its timer, when that goes off; NEVER after its end */
	};
	uint32_t job, node;
	uint32_t next_send;	/* of the phase */
	uint32_t unsent;	/* messages to other nodes that have not wholly left */
	uint32_t uncut;		/* `unsent` messages that are not yet wholly cut into packets */
	uint32_t awaited;	/* messages that have not arrived */
	uint32_t early;		/* the first of a list of how many messages have come for which later phases; 0: none */
	uint8_t running;	/* 0 before its start, while it computes, and after its end */
	uint8_t apart, held;	/* takes no part; waits for others of its node (steady.c) */
	uint8_t nic;		/* which of its node's interfaces is its own */
	message_outlet outlet;		/* of all its messages, unless its program has several (progress.h) */
	int64_t end;		/* ps, when it has ended */
} task;

/* Operations, by kind and place. */
typedef struct free_list {
	uint32_t *key, count;
	size_t room;
} free_list;

/* An interface of a node. */
typedef struct interface {
	uint32_t job;		/* the job that has the node; NONE: idle */
	uint32_t packets;	/* sent so far, numbers the random words */
	uint8_t nic;		/* which of its node's it is */
	uint8_t next_nic;	/* of a node's first one: whose turn it is where they take turns */
	/* closed loop */
	uint32_t first, count;	/* the node's tasks are run.node_task[first …] */
	uint32_t turn;		/* which of them is served next */
	uint32_t leaving;	/* the task whose last packet is on the link, NONE: none */
	uint32_t operation;	/* of its program, whose message that is */
	/* open loop */
	uint32_t index : 31;	/* of the node in the job, and of the interface: node * nics + nic */
	uint32_t entering : 1;	/* 1: the next packet is settled when the last one comes to its router; 0: when the link wakes up */
	uint32_t flight;	/* the message being cut, NONE: none */
	int64_t created;	/* when the next message is created; NEVER: no more */
	int64_t left;		/* bytes of the one being cut that are still to be cut */
	uint32_t messages;	/* drawn so far */
	uint32_t target;	/* random bits that say where the next message goes */
	uint32_t spare[2];	/* the half of a random block that the next draw uses */
	uint32_t word[4];	/* the block of random words that packets take for their routing */
} interface;

typedef struct domain_port domain_port;

/* What a timer is for: a task begins, a rank is called (completions.h), a node's messages go into its domain. */
enum { TIMER_BEGINS, TIMER_CALLS, TIMER_DOMAIN };

typedef enum run_end { RUN_DONE, RUN_DEADLOCK, RUN_STARVED, RUN_TOO_LONG } run_end;

/* What becomes of jobs.  Closed-loop jobs end (ends.c), keep going, or take over nodes from each other (modes.h): all those of a run alike.
 * Open-loop jobs are sources until the case ends (source.c). */
typedef struct run_mode {
	bool endless;		/* its tasks go on to the end of the case */
	const char *alone;	/* why one thread plays the case; NULL: several may */
	/* Of a case; NULL: nothing to do. */
	int64_t (*until)(const struct traffic_run *r, int64_t max_time);	/* run.until, where it lasts at most so long; NULL: NEVER */
	void (*over)(struct traffic_run *r);	/* the case was cut off at run.end */
	void (*divide)(struct traffic_run *part, const struct traffic_run *r);	/* a part of r keeps what its tasks do; */
	void (*collect)(struct traffic_run *r, const struct traffic_run *part);	/* r keeps it too, when all is over */
	/* Closed-loop job j, the one added last, has these nodes, some perhaps named several times; may be NULL. */
	void (*add)(struct traffic_run *r, uint32_t j, const uint32_t *node, uint32_t nodes);
	void (*start)(struct traffic_run *r, uint32_t j);	/* job j begins, unless it waits for others */
	void (*send)(struct traffic_run *r, uint32_t i);	/* the link of interface i, the job's, is free */
	void (*delivered)(struct traffic_run *r, case_job *j, uint32_t id);	/* packet `id` is on its last link */
	void (*arrived)(struct traffic_run *r, case_job *j, const packet *p, int64_t time);	/* it is whole at its node */
	void (*iterated)(struct traffic_run *r, uint32_t t);	/* task t has finished an iteration */
} run_mode;

/* Several threads that play the cases of a run. */
typedef struct players {
	void (*begin)(struct traffic_run *r);	/* share out the jobs of a case, before its first event */
	run_end (*play)(struct traffic_run *r, int64_t max_time);	/* run_play; then r has counted what the parts have */
	void (*reset)(struct traffic_run *r);	/* forget what the parts have of the case */
	void (*stop)(struct traffic_run *r);	/* there are no more cases */
} players;

typedef struct traffic_run {
	network *net;
	case_job *job;
	uint32_t jobs;
	size_t job_room;
	task *task;
	uint32_t tasks, task_room;
	uint32_t *node_task;	/* tasks by node, as interfaces list them */
	interface *interface;	/* [interfaces] */
	struct domain_port *domain_port;	/* [nodes], where the machine has domains (domain.c); NULL: it has none */
	flights *flights;
	uint32_t flight_free, flight_next, flight_end;	/* free list; those from next to end were never used in this case */
	uint32_t flights_alive;	/* made here less deleted here, modulo 2^32 */
	list_entry *entry;	/* from 1 on */
	uint32_t entries, entry_free;
	free_list free[2];	/* operations of the task at hand that may start: now, and then (program.c) */
	bool round;		/* which of them is now's */
	size_t entry_room;
	uint32_t *check;	/* tasks that may have finished their phase: a stack */
	uint32_t checks;
	size_t check_room;
	uint32_t current_task;	/* the task that handles all completions before the next event; NONE: none */
	uint32_t active_node;	/* the node whose interface is choosing a message; NONE: none */
	bool posted_meanwhile;		/* several tasks of active_node have posted since: its interface chooses again, in their order */
	uint32_t tasks_left;	/* tasks of closed-loop jobs that have not come to their job's goal, */
	uint32_t timers;	/* and those of them that wait for their timer */
	uint32_t sources;	/* nodes of open-loop jobs that have messages still to create */
	int64_t under_way;	/* messages between nodes posted here, as far as the goal, less those here that are wholly on their last link */
	int64_t drained;	/* the latest end of an open-loop job's drain */
	int64_t end;		/* the case's last picosecond: `drained`, or when its last task ends; NEVER: not known yet */
	int64_t until;		/* ps: the case ends then, whatever has been done; NEVER */
	const run_mode *mode;	/* of closed-loop jobs, */
	union {			/* and what it keeps */
		struct steady *steady;
		struct succession *succession;
	};
	struct activity *activity;	/* what tasks do when (activity.h); NULL: nobody asks */
	bool counts_packets;	/* each packet that comes whole is an event, so that programs learn of it, not only the last one of a message */
	bool mingles;		/* packets of a message may take several interfaces of a node, and pass each other */
	const players *players;	/* who play it together (threads.h); NULL: this thread alone */
	struct threads *threads;	/* what they keep */
} traffic_run;

void run_init(traffic_run *r, network *n);
void run_free(traffic_run *r);

/* All jobs of the case are there: build the interfaces and put in the first events. */
void run_begin(traffic_run *r);

/* Play the case from time 0. */
run_end run_play(traffic_run *r, int64_t max_time);

/* What a thread plays of it: the events of r's part before `bound`, or until a packet has starved. */
void run_stretch(traffic_run *r, int64_t bound);

/* One event of r's part. */
void run_event(traffic_run *r);

/* The case is over, so: where it has lasted until run.until, that is its end.  If it may be cut, nothing counts that starts, or arrives,
 * behind its end. */
run_end run_over(traffic_run *r, run_end how);

/* May the case end before all that was sent has arrived? */
static inline bool
run_is_cut(const traffic_run *r)
{
	return r->net->open_loop || r->mode->endless;
}

/* The run of the part that has a node. */
static inline traffic_run *
run_of_node(const traffic_run *r, uint32_t node)
{
	const network *n = r->net;

	return n->part_of ? n->part[n->part_of[n->machine->node_router[node]]]->run : n->run;
}

/* The case is over: forget jobs and tasks, reset the network. */
void run_reset(traffic_run *r);

/* Forget what a part has of jobs and tasks for itself. */
void run_forget(traffic_run *r);

static inline flight *
flight_of(const traffic_run *r, uint32_t id)
{
	return &r->flights->block[id / FLIGHT_BLOCK][id % FLIGHT_BLOCK];
}

uint32_t flight_new(traffic_run *r);
void flight_delete(traffic_run *r, uint32_t id);

/* ends.c, source.c */
extern const run_mode mode_ends, mode_open;
/* Closed-loop jobs, in any mode. */
void ends_delivered(traffic_run *r, case_job *j, uint32_t id);
void ends_arrived(traffic_run *r, case_job *j, const packet *p, int64_t time);
void ends_iterated(traffic_run *r, uint32_t t);

/* Packet `id`, which is on its last link, has its event at `time`. */
static inline void
run_deliver(traffic_run *r, uint32_t id, packet *p, int64_t time)
{
	p->kind = DELIVER;
	calendar_push(&r->net->calendar, id, time, p->link);
}

/* tasks.c: closed loop. */
/* Add the tasks of job j, whose i-th task sits on task_node[i], for that many iterations. */
void tasks_add(traffic_run *r, uint32_t j, const uint32_t *task_node, int64_t iterations);
/* The timer of task t went off: its iteration begins, or its program goes on. */
void tasks_timer(traffic_run *r, uint32_t t, bool begins);
/* Job j has its nodes from now on, and its tasks start when it does, not before now. */
void tasks_start(traffic_run *r, uint32_t j);
/* Task t, which has finished an iteration, begins the next one. */
void tasks_go_on(traffic_run *r, uint32_t t);
/* A message has arrived whole, with a last packet of that many bytes. */
void tasks_arrived(traffic_run *r, uint32_t flight_id, uint32_t bytes);
/* The last packet of task t's message has left its node; that of its program's operation, where it has one. */
void tasks_left(traffic_run *r, uint32_t t, uint32_t at);
/* Programs of the tasks of a node go on before its interface sends. */
void tasks_catch_up(traffic_run *r, const interface *f);
/* The next message of task t that leaves its node becomes the outlet's; there is one. */
void tasks_next(traffic_run *r, uint32_t t, message_outlet *o);
/* Task t may have finished its phase, or its iteration: look when all else is done. */
void tasks_check(traffic_run *r, uint32_t t);
/* Task `from` sends a message to a task of its node, which takes the node's memory unless it is free, or of its domain.  True: it is there
 * at once; else it will arrive, in its node an event of this order. */
bool tasks_send_within(traffic_run *r, uint32_t from, const flight *f, bool costless, uint32_t order);

/* source.c: open loop. */
/* The message due at this interface becomes interface.flight, and the next is drawn. */
void source_next(traffic_run *r, interface *f);
/* The i-th interface of an open-loop job's nodes, node after node. */
const interface *source_interface(const traffic_run *r, const case_job *j, uint32_t i);
/* Is a message of job j that was created then measured, but not before the end of the case? */
bool source_is_late(const traffic_run *r, const case_job *j, int64_t created);
/* At the end: how many messages of an open-loop job were created in its window, arrived or not; counted up to `enough`. */
uint64_t source_measured(const traffic_run *r, const case_job *j, uint64_t enough);

/* domain.c */
/* The ports of domains, where the machine has such; and when the case is over forget what the tasks' nodes have sent. */
void domain_init(traffic_run *r);
void domain_reset(traffic_run *r);
/* Task `from` posts the message of a flight to a task in its domain. */
void domain_post(traffic_run *r, uint32_t from, uint32_t flight_id);
/* All of a picosecond is posted: the messages of a node go. */
void domain_pass(traffic_run *r, uint32_t node);

/* interface.c */
/* Tasks of this node have posted messages: serve them. */
void interface_post(traffic_run *r, uint32_t node);
/* An interface, idle so far or another job's, is job j's.  Its packets are numbered on, so that no two have the same random words. */
void interface_take(traffic_run *r, uint32_t i, uint32_t j);
/* Settle when the next packet of an open-loop job's interface starts, if there is one. */
void interface_follow(traffic_run *r, uint32_t i);
/* Make the packet that carries the next `bytes` of a message of this interface. */
uint32_t interface_cut(traffic_run *r, uint32_t i, uint32_t flight_id, uint32_t bytes);
/* Send the next packet of the tasks of a closed-loop job's interface. */
void interface_serve(traffic_run *r, uint32_t i);

/* left-over.c */
/* All tasks have ended, or nothing moves any more: a text that names what job j's program still waits for, a message without a receive, or
 * a receive or send without its other side; free() it.  NULL: nothing, or the job has no program. */
char *left_over(const traffic_run *r, uint32_t j);
