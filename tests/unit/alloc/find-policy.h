/* find-policy -- a policy of alloc by its name. */
#ifndef HOPLINE_TESTS_UNIT_ALLOC_FIND_POLICY_H
#define HOPLINE_TESTS_UNIT_ALLOC_FIND_POLICY_H

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

#endif
