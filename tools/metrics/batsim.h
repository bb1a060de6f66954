/* batsim -- schedules as Batsim's jobs.csv. */
#pragma once

#include "metrics/input.h"
#include "metrics/result.h"

#define BATSIM_COLUMNS "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state," \
	"starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata"

/* Ask for what the rows must have; the handle of the first. */
int batsim_want(input *in);
/* The row under way, into a result with BATSIM_COLUMNS. */
void batsim_put(result *r, const input *in, int first);
