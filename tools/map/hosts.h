/* hosts -- what the nodes are called: by --hosts, or by the machine. */
#pragma once

#include "lib/hostlist/hostlist.h"
#include "lib/machine/machine.h"

typedef struct hosts {
	const machine *machine;
	const char *text;	/* of --hosts; NULL: not given */
	hostlist given;
} hosts;

/* Names of hosts, as given to `option`.  What is wrong ends the tool with exit status 2. */
hostlist hosts_read(const char *option, const char *text);

/* Read --hosts: each name once.  What is wrong ends the tool with exit status 2. */
void hosts_init(hosts *h, const machine *m, const char *text);

/* What node v of the machine is called, when --hosts has a name for each of its nodes or there is no --hosts; NULL: nothing. */
const char *hosts_machine(const hosts *h, uint32_t v);

/* Has any node of the machine a name in this way? */
bool hosts_any(const hosts *h);

/* The names of a job's nodes, in their order: those of the machine's nodes; with a --hosts of as many names as the job has nodes
 * (and the machine has not), its names one after the other.  The caller frees the array.  Names that are missing, shared or of
 * no use to a launcher end the tool. */
const char **hosts_job(const hosts *h, const uint32_t *node, uint32_t nodes);
