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

/* t runs the program that w wants, which has no more ranks than t tasks; own column k is the one above. */
void follow(traffic *t, const own_cells *c, const program *p, int k);
