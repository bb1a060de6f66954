/* unroll -- the program that recorded calls make: each rank does them in order, collectives as the messages of a library. */
#pragma once

#include "gen-workload/trace/calls.h"
#include "lib/program/program.h"

/* `name` is kept.  Calls that do not fit together end the tool with status 1 and the file and line of one of them. */
program *unroll(const calls *c, const char *name);
