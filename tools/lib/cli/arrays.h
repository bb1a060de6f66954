/* arrays -- two that algorithms often begin with; free() frees them. */
#pragma once

#include <string.h>

#include "lib/cli/cli.h"

/* 0, 1, 2, …, n - 1. */
static inline uint32_t *
array_of_numbers(size_t n)
{
	uint32_t *item = xalloc(n, sizeof *item);

	for (uint32_t i = 0; i < n; i++)
		item[i] = i;
	return item;
}

/* n times UINT32_MAX: NONE, NOTHING. */
static inline uint32_t *
array_of_none(size_t n)
{
	return memset(xalloc(n, sizeof (uint32_t)), 0xff, n * sizeof (uint32_t));
}
