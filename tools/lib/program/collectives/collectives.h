/* collectives -- one collective as a part of another. */
#pragma once

#include "lib/program/collectives/member.h"

/* What the member does in the collective of this name and algorithm (NULL: the default) among the ranks at hand, after what it did. */
void member_add(group_member *m, const char *name, const char *algorithm, int64_t bytes);
