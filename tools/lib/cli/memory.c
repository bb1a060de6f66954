/* memory -- allocation that ends the tool instead of returning NULL. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "lib/cli/cli.h"

static void *
checked(void *p)
{
	if (!p)
		die(FAIL_DATA, "out of memory");
	return p;
}

void *
xalloc(size_t count, size_t size)
{
	return xrealloc(NULL, count, size);
}

void *
xcalloc(size_t count, size_t size)
{
	return checked(calloc(count ? count : 1, size ? size : 1));
}

void *
xrealloc(void *p, size_t count, size_t size)
{
	if (!count || !size)	/* never NULL, and never a free */
		count = size = 1;
	return checked(reallocarray(p, count, size));
}

void *
xgrow(void *p, size_t *room, size_t need, size_t size)
{
	size_t old = *room;

	if (need <= old)
		return p;
	*room = need < 8 ? 16 : 2 * need;
	p = xrealloc(p, *room, size);
	memset((char *)p + old * size, 0, (*room - old) * size);
	return p;
}

void *
xlarge(size_t count, size_t size)
{
	const size_t line = 128, huge = (size_t)2 << 20;
	size_t bytes, align;
	void *p;

	if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - huge)
		die(FAIL_DATA, "out of memory");
	align = bytes < huge / 4 ? line : huge;
	p = checked(aligned_alloc(align, (bytes + align) / align * align));
	if (align == huge)
		madvise(p, bytes, MADV_HUGEPAGE);	/* advice: nothing hangs on it */
	return p;
}

void
free_each(void *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i]);
}

FILE *
xmemory_open(char **text, size_t *size)
{
	return checked(open_memstream(text, size));
}

void
xmemory_close(FILE *f)
{
	checked(fclose(f) == 0 ? f : NULL);
}

char *
xstrdup(const char *s)
{
	return checked(strdup(s));
}

char *
xvprintf(const char *format, va_list args)
{
	char *text;
	int length = vasprintf(&text, format, args);

	return checked(length < 0 ? NULL : text);
}

char *
xprintf(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = xvprintf(format, args);
	va_end(args);
	return text;
}

char *
xappend(char *text, const char *format, ...)
{
	va_list args;
	char *more, *longer;

	va_start(args, format);
	more = xvprintf(format, args);
	va_end(args);
	longer = xprintf("%s%s", text, more);
	free_all(text, more);
	return longer;
}
