/* workload -- what a kind of workload must provide: one subcommand of gen-workload.
 *
 * To add one: write workloads/NAME.c with a `const workload workload_NAME`, and name it twice in workloads.c: among the extern
 * ones, and in the table.  No other source changes; gen-workload.1 describes it. */
#ifndef HOPLINE_GEN_WORKLOAD_WORKLOAD_H
#define HOPLINE_GEN_WORKLOAD_WORKLOAD_H

typedef struct workload {
	const char *name;	/* the subcommand */
	const char *about;	/* one line for --list */
	/* Parse the arguments (argv[0] is the subcommand), write the job table, return
	 * the exit status. */
	int (*run)(int argc, char **argv);
} workload;

extern const workload *const workloads[];	/* ended by NULL */

#endif
