/* bounds -- see bounds.h. */
#include "lib/stream/bounds.h"

#include <sys/stat.h>

bool
file_for_streams(const char *path)
{
	struct stat s;

	return stat(path, &s) != 0 || S_ISREG(s.st_mode);
}
