/* ascending -- comparisons for qsort of plain numbers. */
#ifndef HOPLINE_LIB_CLI_ASCENDING_H
#define HOPLINE_LIB_CLI_ASCENDING_H

#include <stdint.h>

#define ASCENDING(name, type) \
	static inline int \
	name(const void *a, const void *b) \
	{ \
		type x = *(const type *)a, y = *(const type *)b; \
		return (x > y) - (x < y); \
	}

ASCENDING(ascending_u32, uint32_t)
ASCENDING(ascending_u64, uint64_t)
ASCENDING(ascending_double, double)

#undef ASCENDING

#endif
