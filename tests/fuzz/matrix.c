/* fuzz: matrices of all formats, by what is in them; a profile of TAU is that of two ranks. */
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "lib/pattern/matrix/matrix.h"

/* A file, called as TAU calls a rank's. */
static const char *
profile_of(const char *path)
{
	static char folder[] = "/tmp/fuzz-XXXXXX", name[64];

	if (!*name && mkdtemp(folder))
		for (int rank = 1; rank >= 0; rank--) {
			snprintf(name, sizeof name, "%s/profile.%d.0.0", folder, rank);
			if (symlink(path, name) != 0)
				abort();
		}
	return name;
}

void
fuzz_one(const char *text, size_t length)
{
	const char *path = fuzz_file(0, text, length);
	matrix *m = matrix_of(memmem(text, length, "templated_functions", 19) ? profile_of(path) : path);

	FUZZ_LAW(m->ranks >= 1 && m->ranks <= MOST_RANKS && m->first[m->ranks] == m->flows);
	for (size_t i = 0; i < m->flows; i++) {
		FUZZ_LAW(m->flow[i].from < m->ranks && m->flow[i].to < m->ranks && m->flow[i].from != m->flow[i].to && m->flow[i].bytes > 0);
		FUZZ_LAW(matrix_bytes(m, m->flow[i].from, m->flow[i].to) == m->flow[i].bytes);
	}
}
