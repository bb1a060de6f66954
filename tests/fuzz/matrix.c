/* fuzz: matrices of all formats, by what is in them. */
#include "fuzz/fuzz.h"
#include "lib/pattern/matrix/matrix.h"

void
fuzz_one(const char *text, size_t length)
{
	matrix *m = matrix_of(fuzz_file(0, text, length));

	FUZZ_LAW(m->ranks >= 1 && m->ranks <= MOST_RANKS && m->first[m->ranks] == m->flows);
	for (size_t i = 0; i < m->flows; i++) {
		FUZZ_LAW(m->flow[i].from < m->ranks && m->flow[i].to < m->ranks && m->flow[i].from != m->flow[i].to && m->flow[i].bytes > 0);
		FUZZ_LAW(matrix_bytes(m, m->flow[i].from, m->flow[i].to) == m->flow[i].bytes);
	}
}
