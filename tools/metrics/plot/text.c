#include "metrics/plot/text.h"

#include <string.h>

#include "lib/cli/cli.h"

/* The bytes of the character that a text begins with; 0: that is no UTF-8, or one that XML has not: U+FFFE, U+FFFF. */
static int
character(const unsigned char *s)
{
	static const struct { unsigned char mask, lead; unsigned least; } form[] = {
		{ 0x80, 0x00, 0 }, { 0xe0, 0xc0, 0x80 }, { 0xf0, 0xe0, 0x800 }, { 0xf8, 0xf0, 0x10000 }
	};

	for (int bytes = 1; bytes <= 4; bytes++) {
		unsigned code = s[0] & (unsigned char)~form[bytes - 1].mask;

		if ((s[0] & form[bytes - 1].mask) != form[bytes - 1].lead)
			continue;
		for (int i = 1; i < bytes; i++) {
			if ((s[i] & 0xc0) != 0x80)
				return 0;
			code = code << 6 | (s[i] & 0x3f);
		}
		return code >= form[bytes - 1].least && code <= 0x10ffff && code >> 11 != 0xd800 >> 11 && code >> 1 != 0xfffe >> 1 ? bytes : 0;
	}
	return 0;
}

char *
text_clean(const char *text)
{
	static const char replacement[] = "\357\277\275";	/* U+FFFD */
	const unsigned char *s = (const unsigned char *)text;
	char *clean = xalloc(strlen(text) * (sizeof replacement - 1) + 1, 1), *out = clean;

	while (*s) {
		size_t bytes = (size_t)character(s);

		if (bytes == 0)
			out = stpcpy(out, replacement);
		else if (*s < ' ' || *s == 0x7f)
			*out++ = ' ';
		else
			out = mempcpy(out, s, bytes);
		s += bytes ? bytes : 1;
	}
	*out = '\0';
	return clean;
}
