/* formats -- the lists of networks that can be read. */
#include <stddef.h>

#include "metrics/machine/topology/topology.h"

extern const topology_format topology_aries, topology_ibnetdiscover;

const topology_format *const topology_formats[] = {
	&topology_aries,
	&topology_ibnetdiscover,
	NULL
};
