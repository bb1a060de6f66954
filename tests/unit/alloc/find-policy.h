/* find-policy -- a policy of alloc by its name, and a ':' with an argument behind it. */
#pragma once

#include <string.h>

#include "alloc/policy.h"

/* NULL where there is none. */
__attribute__((unused)) static const policy *
find_policy(const char *name)
{
	size_t n = strcspn(name, ":");

	for (int i = 0; policies[i]; i++)
		if (strncmp(policies[i]->name, name, n) == 0 && policies[i]->name[n] == '\0')
			return policies[i];
	return NULL;
}

/* The argument; NULL where there is none. */
__attribute__((unused)) static const char *
find_argument(const char *name)
{
	const char *colon = strchr(name, ':');

	return colon ? colon + 1 : NULL;
}
