/* node-text -- the nodes of a job as launchers and batch systems list them.
 *
 * Beside a hostlist (n[01-04],n7) these are taken: a line or a word a core, as in PBS_NODEFILE and LSB_HOSTS; a count behind each name,
 * as in LSB_MCPU_HOSTS ("n1 4 n2 4"), in a hostfile of Open MPI ("n1 slots=4") or in one of MPICH ("n1:4"); # begins a comment. */
#pragma once

#include <stdint.h>

/* The names, each once, with commas between, the caller frees; *tasks: how many tasks each takes, 0 where the text has no counts.  Counts
 * that differ end the tool with exit status 2: a node of ours takes as many as the next one. */
char *node_text_read(const char *option, const char *text, uint32_t *tasks);
