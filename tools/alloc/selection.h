/* selection -- room for what a policy gives a job (policy.h): nodes, and values for the policy's columns. */
#ifndef HOPLINE_ALLOC_SELECTION_H
#define HOPLINE_ALLOC_SELECTION_H

#include "alloc/policy.h"

/* Room for any job on the machine; `described`: for the values too. */
void selection_init(selection *s, const policy *p, const machine *m, bool described);
void selection_free(selection *s);

/* Forget the values. */
void selection_clear(selection *s);

/* A policy refuses: say why, as printf, where anybody will read it.  False. */
bool selection_refused(selection *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How many columns the policy adds; the place of one among them, -1 when it is none. */
int policy_columns(const policy *p);
int policy_column(const policy *p, const char *name);

/* Take the values out, an array that values_free frees; NULL when there are none. */
char **selection_values(selection *s);
void values_free(char **value, int values);

#endif
