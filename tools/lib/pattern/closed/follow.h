/* follow -- patterns whose tasks run a program of messages. */
#pragma once

#include "lib/pattern/pattern.h"
#include "lib/program/generators.h"

/* The column that says when a send is over. */
#define SEND_COMPLETES_COLUMN(pattern) { .name = "send_completes", .value = "WHEN", .about = pattern ": a send is over when it is " \
	"posted, or when its last byte has left: posted, left [posted]" }

/* What a row wants: the program of this text, for a job of that many tasks (0: not known).  Messages name the row, and the column when it
 * is not NULL. */
program_wish follow_wish(const own_cells *c, const char *column, const char *text, uint32_t tasks);

/* t follows a program of no more ranks than it has tasks, which must outlive it; own column k is the one above.  Phases show it as one
 * heap: what a rank sends to another is one message, and all of them are one phase. */
void follow(traffic *t, const own_cells *c, const program *p, int k);
