/* find-policy -- a policy of alloc by its name. */
#pragma once

#include <string.h>

#include "alloc/policy.h"

/* NULL where there is none. */
__attribute__((unused)) static const policy *
find_policy(const char *name)
{
	for (int i = 0; policies[i]; i++)
		if (strcmp(policies[i]->name, name) == 0)
			return policies[i];
	return NULL;
}
