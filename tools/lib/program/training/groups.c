#include "lib/program/training/groups.h"

grouping
grouping_of(const training_plan *p, int kind)
{
	uint32_t tp = (uint32_t)p->tp, dp = (uint32_t)p->dp, ep = (uint32_t)p->ep;

	switch (kind) {
	case GROUP_TENSOR:
		return (grouping){ tp, 1 };
	case GROUP_EXPERT:
		return (grouping){ ep, tp };
	case GROUP_DATA:
		return (grouping){ dp, tp };
	default:
		return (grouping){ dp / ep, tp * ep };
	}
}
