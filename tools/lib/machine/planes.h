/* planes -- a machine whose network is there several times: the key `planes`.
 *
 * Planes are copies of the network that the kind has built, and meet in the nodes alone, each of which has as many interfaces in every
 * plane (interfaces.h).  Routers, links and interfaces of plane k are those of the first one, k times as many on. */
#pragma once

#include "lib/machine/machine.h"

/* Copy what the kind has built, if the spec says so; levels, and what is kept by node, stay those of the first plane. */
void planes_add(machine *m, const struct spec *s);
