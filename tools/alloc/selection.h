/* grant -- room for what a policy gives a job (policy.h): nodes, and values for the policy's columns. */
#ifndef HOPLINE_ALLOC_SELECTION_H
#define HOPLINE_ALLOC_SELECTION_H

#include "alloc/policy.h"

/* How many columns the policy adds. */
int policy_columns(const policy *p);

/* Room for any job on the machine; `described`: for the values too. */
void grant_init(grant *g, const policy *p, const machine *m, bool described);
void grant_free(grant *g, const policy *p);

/* Forget the values. */
void grant_clear(grant *g, const policy *p);

/* Take the values out, an array that values_free frees; NULL when the policy has no columns. */
char **grant_values(grant *g, const policy *p);
void values_free(char **value, const policy *p);

#endif
