/* names -- numbers in order of arrival, found again, through growth and clearing. */
#include "lib/stream/names.h"
#include "unit/tap.h"

enum { MANY = 20000 };

static names all;

static uint32_t
add(const char *s, bool *added)
{
	return names_add(&all, s, added);
}

int
main(void)
{
	bool added, good = true;
	char name[16];

	ok1(names_find(&all, "a") == UINT32_MAX);
	ok1(add("a", &added) == 0 && added);
	ok1(add("", &added) == 1 && added);
	ok1(add("a", &added) == 0 && !added);
	ok1(names_find(&all, "") == 1 && names_find(&all, "b") == UINT32_MAX);
	names_clear(&all);
	ok1(all.count == 0 && names_find(&all, "a") == UINT32_MAX);
	for (uint32_t i = 0; i < MANY; i++) {
		sprintf(name, "%u", i);
		good &= add(name, &added) == i && added;
	}
	for (uint32_t i = 0; i < MANY; i++) {
		sprintf(name, "%u", i);
		good &= add(name, &added) == i && !added && names_find(&all, name) == i && strcmp(names_at(&all, i), name) == 0;
	}
	ok(good && all.count == MANY, "%d names", MANY);
	names_free(&all);
	ok1(names_find(&all, "a") == UINT32_MAX);
	return done_testing();
}
