/* alike -- policies under which every job starts and ends at the same times. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/stream/names.h"

typedef struct alike {
	names policy;
	struct played_jobs {
		uint64_t sum;	/* of a hash of each */
		uint64_t rows, ran;
	} *of;			/* [policy.count] */
	size_t room;
} alike;

/* A row under a policy, "" if none is known: whether the job ran, and a hash of which it is and of its times. */
void alike_add(alike *a, const char *policy, bool ran, uint64_t hash);

/* Warn of policies with the same rows, in whatever order they came. */
void alike_tell(const alike *a);

void alike_free(alike *a);
