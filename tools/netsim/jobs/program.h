/* program -- tasks that follow a program of messages (lib/program/program.h).
 *
 * An iteration of a task is one run of its rank's operations.  What frees operations of a task within a picosecond is gathered, and
 * acted upon when all that comes to its node then has come, and before the interface sends (program_catch_up): so sends leave in the
 * order of the program, whatever came first.
 *
 * Ranks may have costs of their own (machine.h, rank_costs), as in LogGOPS (T. Hoefler, T. Schneider, A. Lumsdaine: LogGOPSim, 2010):
 * sends, receives and bytes keep a cpu, messages of a rank keep a gap.  Without such costs nothing of this takes an event. */
#pragma once

#include "lib/program/program.h"
#include "netsim/jobs/run.h"

/* Task t begins an iteration. */
void program_begin(traffic_run *r, uint32_t t);

/* The call for task t has come. */
void program_heard(traffic_run *r, uint32_t t);

/* All that happened to task t in this picosecond is known: go on.  Has anything happened? */
bool program_catch_up(traffic_run *r, uint32_t t);

/* True if no further event at this node is due in the current picosecond. */
bool program_hears_all(const traffic_run *r, const flight *f);

/* The message of a flight has come whole, with a last packet of that many bytes. */
void program_arrived(traffic_run *r, const flight *f, int64_t bytes);

/* A packet of a flight has come, and not the last one.  Asked for where run.every_packet is set. */
void program_packet(traffic_run *r, const flight *f, int64_t bytes);

/* The last packet of an operation of task t has left its node. */
void program_left(traffic_run *r, uint32_t t, uint32_t at);

/* Has task t outlets, as its job's messages name interfaces, or are striped? */
bool program_names(const traffic_run *r, uint32_t t);

/* Is there a message of task t, or in the outlet in its place, that the interface may have and that has not begun? */
bool program_posted(traffic_run *r, uint32_t t);

/* From which of them an interface of its node sends next: its own one, else the one for any, if it is its turn; NONE: there is nothing. */
uint32_t program_outlet(traffic_run *r, uint32_t t, uint32_t nic, bool turn);

/* Put an outlet in the place of task.flight and all that belongs to it, and what is there in its place. */
void program_swap_outlet(traffic_run *r, uint32_t t, uint32_t which);

/* The next message of task t that leaves its node becomes task.flight; there is one. */
void program_next(traffic_run *r, uint32_t t);
