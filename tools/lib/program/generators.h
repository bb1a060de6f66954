/* generators -- programs by name: NAME:key=value,... as "allreduce:algorithm=ring,bytes=1MB", or a GOAL file. */
#pragma once

#include "lib/program/program.h"

/* What somebody wants a program for. */
typedef struct program_wish {
	const char *text;	/* a generator's, or the name of a file */
	uint32_t tasks, nodes;	/* of the job; 0: not known */
	const char *where;	/* as messages name the place: "jobs.csv:17: program"; the tool's exit status when the text is wrong */
	int status;
} program_wish;

typedef struct generator {
	const char *name;
	const char *about;	/* one line for --list */
	/* The program.  What is wrong with the text ends the tool: "WHERE: KEY: 'VALUE': what is wanted". */
	program *(*make)(const program_wish *w);
	/* How many ranks it will have; 0: as many as the job has tasks. */
	uint32_t (*ranks)(const program_wish *w);
} generator;

extern const generator generators[];	/* ended by a NULL name, in display order */

/* What they are made of (collective-generators.c, training/training.c). */
program *collective_make(const program_wish *w);
uint32_t collective_ranks(const program_wish *w);
program *training_make(const program_wish *w);
uint32_t training_job_ranks(const program_wish *w);

/* The generator whose name stands before the text's first ':', or is all of it; NULL: the text names a file. */
const generator *generator_find(const char *text);

/* The program: made or read once for all jobs with the same wish, and never freed.  Ends the tool when there is none. */
const program *program_of(const program_wish *w);

/* Its ranks; 0: as many as the job has tasks. */
uint32_t program_ranks_of(const program_wish *w);
