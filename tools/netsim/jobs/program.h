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

/* All that happened to task t in this picosecond is known: go on.  Has anything happened? */
bool program_catch_up(traffic_run *r, uint32_t t);

/* True if no further event at this node is due in the current picosecond. */
bool program_hears_all(const traffic_run *r, const flight *f);

/* The message of a flight has come whole, with a last packet of that many bytes. */
void program_arrived(traffic_run *r, const flight *f, int64_t bytes);

/* The last packet of an operation of task t has left its node. */
void program_left(traffic_run *r, uint32_t t, uint32_t at);

/* Has task t outlets, as its job's messages name interfaces, or are striped? */
bool program_names(const traffic_run *r, uint32_t t);

/* By which of them an interface of its node sends next: its own one, else the one for any, if it is its turn, and then *shared; NULL: there
 * is nothing. */
message_outlet *program_outlet(traffic_run *r, uint32_t t, uint32_t nic, bool turn, bool *shared);

/* The next message of task t that leaves its node by this outlet becomes the outlet's; there is one. */
void program_next(traffic_run *r, uint32_t t, message_outlet *out);
