/* workload -- what a kind of workload must provide: one subcommand of gen-workload.
 *
 * To add one: write workloads/NAME.c defining it, and add it to the table in
 * workloads.c.  Nothing else changes. */
#ifndef HOPLINE_WORKLOAD_H
#define HOPLINE_WORKLOAD_H

typedef struct workload {
	const char *name;	/* the subcommand */
	const char *about;	/* one line for --list */
	/* Parse the arguments (argv[0] is the subcommand), write the job table, return
	 * the exit status. */
	int (*run)(int argc, char **argv);
} workload;

extern const workload *const workloads[];	/* ended by NULL */

#endif
