/* ascending -- comparisons for qsort: of plain numbers, and of items by one, up to four of their fields. */
#pragma once

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

/* Define a comparison of items of a type by this field; where it is equal, by the next. */
#define ASCENDING_BY4(name, type, first, second, third, fourth) \
	static int \
	name(const void *a, const void *b) \
	{ \
		const type *x = a, *y = b; \
		if (x->first != y->first) \
			return x->first < y->first ? -1 : 1; \
		if (x->second != y->second) \
			return x->second < y->second ? -1 : 1; \
		if (x->third != y->third) \
			return x->third < y->third ? -1 : 1; \
		return (x->fourth > y->fourth) - (x->fourth < y->fourth); \
	}
#define ASCENDING_BY3(name, type, first, second, third) ASCENDING_BY4(name, type, first, second, third, third)
#define ASCENDING_BY2(name, type, first, second) ASCENDING_BY3(name, type, first, second, second)
#define ASCENDING_BY(name, type, field) ASCENDING_BY3(name, type, field, field, field)
