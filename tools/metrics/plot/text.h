/* text -- a text of a table as it may be drawn. */
#pragma once

/* The text with blanks for control characters and U+FFFD for bytes that are no UTF-8, so that neither a terminal nor XML takes it for
 * more.  The caller frees it. */
char *text_clean(const char *text);
