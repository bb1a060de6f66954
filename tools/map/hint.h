/* hint -- on a terminal, whoever takes the launcher's own order is told once what another mapping would gain. */
#pragma once

#include "lib/job/job.h"
#include "map/options.h"

/* Say so of a job, whose nodes and tasks have been read, for people: with the options o, which name no algorithm.  Says nothing, and
 * returns false, where that would take long or there is nothing to gain: too few or too many tasks or messages, no pattern of
 * closed-loop traffic. */
bool hint_say(const map_settings *o, const job_row *j);
