/* topology -- a machine in the forms that other programs have for networks. */
#pragma once

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"

/* Write a machine as a topology.conf, or a topology.yaml, to standard output.  One whose switches are no tree ends the tool. */
void topology_write_slurm(const machine *m, const cli *c, const char *nodes);
void topology_write_slurm_yaml(const machine *m, const cli *c, const char *nodes);

/* Write its links to standard output and its nodes to the file `nodes` (NULL: nowhere), as a machine of kind graph reads them.  One without
 * a link ends the tool. */
void topology_write_links(const machine *m, const cli *c, const char *nodes);

/* Write links and nodes as ibnetdiscover prints a subnet.  A machine that is none (lib/route/opensm.h) ends the tool. */
void topology_write_ibnetdiscover(const machine *m, const cli *c, const char *nodes);
