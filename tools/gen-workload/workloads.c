/* workloads -- the kinds of workload that gen-workload knows, in the order of --list. */
#include <stddef.h>

#include "gen-workload/workload.h"

extern const workload workload_uniform, workload_mix, workload_random, workload_synthetic,
	workload_swf, workload_log, workload_fill, workload_application, workload_background;

const workload *const workloads[] = {
	&workload_uniform,
	&workload_mix,
	&workload_random,
	&workload_synthetic,
	&workload_swf,
	&workload_log,
	&workload_fill,
	&workload_application,
	&workload_background,
	NULL
};
