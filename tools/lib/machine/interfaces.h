/* interfaces -- nodes with several network interfaces: the keys `nics`, `nic-stride`, `planes` and `domain`.
 *
 * A kind builds a network whose routers have places for interfaces, and counts a node for each.  Here these become the interfaces of
 * nodes: of `nics` runs of `nic-stride` interfaces each, node after node takes one of each run.  With a stride of 1 a node's interfaces are
 * next to each other, at one router as a rule; with as many as a router has, node after node is joined to the same `nics` routers,
 * interface k to the k-th (rails).  Of several planes (planes.h) a node has as many
 * interfaces in each, those in the first plane first.
 *
 * A domain is some nodes in a row that have a fast network of their own; what they send each other does not touch the routers. */
#pragma once

#include "lib/machine/machine.h"

/* Make nodes of what the kind has built, once parts of it are broken: a node lacks where one of its interfaces does.  Dies through
 * spec_bad(): they do not divide into whole nodes. */
void interfaces_join(machine *m, const struct spec *s);

/* Read the keys of domains, when the nodes are there. */
void domains_read(machine *m, const struct spec *s);
