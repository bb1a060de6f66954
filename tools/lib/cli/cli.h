/* cli -- what the main of every tool shares: messages, exit status, the common options, and a standard output that cannot fail unseen. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit status: the data, the machine or the I/O is at fault; the command line is. */
enum { FAIL_DATA = 1, FAIL_USAGE = 2 };

/* The tool's name, as messages begin; cli_begin sets it. */
extern const char *prog;

/* Print "prog: MESSAGE" on standard error and exit with `status`.  With FAIL_USAGE a second line "Try 'prog --help'." follows. */
_Noreturn void die(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Exit after a message.  A tool that gets nothing from this one through a pipe says no more: die_empty. */
_Noreturn void cli_leave(int status);

/* Standard input is empty, where a table is wanted: exit 1. */
_Noreturn void die_empty(void);

/* Print what is wrong in a line of a file, and exit: "prog: FILE:LINE: MESSAGE", exit 1. */
_Noreturn void die_at(const char *file, long line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* From now on, where `die` or die_at speak of this file as a whole or of a line up to that one, they say as well what it looks like; NULL:
 * nothing. */
void die_hint(const char *file, long line, const char *looks);
/* They do not where that names `reader`, which is what reads the file. */
void die_hint_not(const char *reader);

/* Print "prog: MESSAGE" on standard error, unless --quiet was given. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The options common to all tools, and operands that are files. */
typedef struct cli {
	const char *file;	/* the operand; NULL or "-" is standard input */
	char **files;		/* where there may be several: the operands, ended by NULL; NULL: none */
	const char *machine;	/* --machine SPEC, NULL when not given */
	char **set;		/* --set KEY=VALUE, in the order given */
	int sets;
	uint64_t seed;		/* --seed N [1] */
	bool quiet;		/* --quiet */
	bool bare;		/* --no-preamble */
	bool json;		/* --json: rows of the table on standard output are JSON */
	char *run;		/* "TOOL VERSION ARGS", the arguments quoted for a shell as typed: the text of a #run line */
} cli;

/* The process is the tool `name`, which may hold a subcommand after a space: how messages begin, and how it ends. */
void cli_begin(const char *name);

/* An entry of a --list: "NAME  one sentence", in columns, on standard output. */
void cli_list(const char *name, const char *about);

/* How many processors this process may use. */
uint32_t processors_at_hand(void);

/* Close standard output; a write error seen now or before exits 1.  The last thing a tool does. */
void close_stdout(void);

/* Say that writing to `path` (NULL: standard output) failed with errno, and exit 1. */
_Noreturn void write_failed(const char *path);

/* malloc and friends that exit 1 with "out of memory" instead of returning NULL.
 * `count` times `size` is checked for overflow; xcalloc's memory is zero. */
void *xalloc(size_t count, size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *p, size_t count, size_t size);
/* The array p of *room items, with room for `need` of them at least: when it must grow, twice the room, what is new zero. */
void *xgrow(void *p, size_t *room, size_t need, size_t size);
/* For arrays that are visited at random, and what one thread writes: shares no cache line, nor pair of lines, with others, and lies on huge
 * pages where the system gives them. free() frees. */
void *xlarge(size_t count, size_t size);
/* Free each of these, in order. */
#define free_all(...) free_each((void *[]){ __VA_ARGS__ }, sizeof(void *[]){ __VA_ARGS__ } / sizeof(void *))
void free_each(void *const *list, size_t n);
/* open_memstream and fclose that exit 1 with "out of memory" instead of failing. */
FILE *xmemory_open(char **text, size_t *size);
void xmemory_close(FILE *f);
char *xstrdup(const char *s);
char *xprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The text with more at its end; the text itself is freed. */
char *xappend(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *xvprintf(const char *format, va_list args) __attribute__((format(printf, 1, 0)));
