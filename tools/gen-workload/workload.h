/* workload -- what a kind of workload must provide: one subcommand of gen-workload.
 *
 * To add one: write workloads/NAME.c with a `const workload workload_NAME`, and name it twice in workloads.c: among the extern
 * ones, and in the table.  No other source changes; gen-workload.1 describes it. */
#ifndef HOPLINE_GEN_WORKLOAD_WORKLOAD_H
#define HOPLINE_GEN_WORKLOAD_WORKLOAD_H

#include "gen-workload/options.h"
#include "gen-workload/settings.h"

/* Options of a struct that stands `at` in that of the workload. */
typedef struct setting_group {
	const setting *settings;	/* ended by a NULL name */
	size_t at;
} setting_group;

typedef struct workload {
	const char *name;	/* the subcommand */
	const char *about;	/* one line for --list */
	const char *title;	/* --help begins with it */
	/* The options: */
	size_t size;		/* of the workload's struct, which begins with an `options` */
	const void *usual;	/* what it holds at first; NULL: zeros */
	const setting_group *groups;	/* ended by NULL settings */
	bool patterns;		/* those of the columns that patterns bring are taken, too */
	bool file;		/* the operand is a table or log, common.cli.file */
	/* or another one, called so in --help; NULL: there is none */
	const char *operand;
	void (*read_operand)(void *x, const char *arg);
	char *(*list_operands)(void);	/* for the end of --help; the caller frees */

	/* The options have been read into x: write the table. */
	void (*write)(void *x);
} workload;

extern const workload *const workloads[];	/* ended by NULL */

/* Parse the arguments of a workload (argv[0] is the subcommand) and have it written. */
void workload_run(const workload *w, int argc, char **argv);

#endif
