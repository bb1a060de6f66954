/* as-program -- a pattern as a program of messages. */
#pragma once

#include "lib/pattern/pattern.h"
#include "lib/program/program.h"

/* An iteration of a closed-loop pattern.  The operations of a phase wait for a calc 0 that joins the phase before; a message's tag is
 * the receiver's phase; each receive names its sender.  With sends that complete when they have left, netsim plays it as it plays
 * the pattern. */
program *program_of_phases(const traffic *t, const char *name);
