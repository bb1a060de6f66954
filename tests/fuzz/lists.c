/* fuzz: node lists and task lists; what is read is what is written. The first byte says with which limits. */
#include "fuzz/fuzz.h"
#include "lib/stream/lists.h"

void
fuzz_one(const char *text, size_t length)
{
	static const uint32_t limit[] = { 1, 16, 100000, UINT32_MAX };
	list a = { 0 }, b = { 0 };
	const char *why = NULL;
	bool repeats = length && (text[0] & 1);
	uint32_t below = limit[length ? (text[0] >> 1) & 3 : 0], most = length && (text[0] & 8) ? 5 : 100000;

	if (!length)
		return;
	if (!list_read(&a, text + 1, below, most, repeats, &why)) {
		FUZZ_LAW(why);
		return;
	}
	FUZZ_LAW(a.count <= most);
	for (uint32_t i = 0; i < a.count; i++)
		FUZZ_LAW(a.item[i] < below);
	FUZZ_LAW(list_read(&b, list_write(a.item, a.count, repeats), below, most, repeats, &why));
	FUZZ_LAW(a.count == b.count && (!a.count || memcmp(a.item, b.item, a.count * sizeof *a.item) == 0));
}
