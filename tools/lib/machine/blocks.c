#include "lib/machine/blocks.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

bool
block_sizes_follow(const uint32_t *first, int sizes, uint64_t size)
{
	uint64_t times = size / first[0];

	return size > first[sizes - 1] && size % first[0] == 0 && (times & (times - 1)) == 0;
}

bool
block_sizes_read(const char *text, char sign, uint32_t **size, int *sizes)
{
	const char *at = text;
	size_t room = 0;

	*size = NULL;
	*sizes = 0;
	for (;;) {
		char *end;
		unsigned long long n = *at >= '0' && *at <= '9' ? strtoull(at, &end, 10) : 0;

		if (n == 0 || n > INT32_MAX || (*sizes > 0 && !block_sizes_follow(*size, *sizes, n)))
			return false;
		*size = xgrow(*size, &room, (size_t)*sizes + 1, sizeof **size);
		(*size)[(*sizes)++] = (uint32_t)n;
		if (!*end)
			return true;
		if (*end != sign)
			return false;
		at = end + 1;
	}
}
