/* fuzz -- each input as if in a new process, at a function call's price.
 *
 * The linker turns the tools' calls of exit, atexit, fopen, open_memstream, gzopen, gzdopen and fclose into those below (Makefile: --wrap),
 * so that exit jumps back here and open files are known.  ASan's hooks tell of every block of memory that is taken and not given
 * back.  The tools' globals lie in sections of their own names (Makefile: globals.h), and are copied back from a
 * copy made at the start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "fuzz/fuzz.h"

enum { MOST_FILES = 64, MOST_ARGUMENTS = 32, SLOTS = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int __sanitizer_install_malloc_and_free_hooks(void (*taken)(const volatile void *, size_t), void (*given)(const volatile void *));

_Noreturn void __real_exit(int status);
_Noreturn void __wrap_exit(int status);
int __wrap_atexit(void (*f)(void));
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__real_open_memstream(char **text, size_t *size);
FILE *__wrap_open_memstream(char **text, size_t *size);
int __real_fclose(FILE *f);
int __wrap_fclose(FILE *f);
gzFile __real_gzopen(const char *path, const char *mode);
gzFile __wrap_gzopen(const char *path, const char *mode);
gzFile __real_gzdopen(int fd, const char *mode);
gzFile __wrap_gzdopen(int fd, const char *mode);
int __real_gzclose(gzFile f);
int __wrap_gzclose(gzFile f);

static jmp_buf back;
static bool running;	/* a harness is at work: its memory, files and exit are ours */
static _Thread_local bool here;	/* this is the thread of harnesses, not one of libFuzzer's own */

/* --- files */

static void *open_file[MOST_FILES];
static bool zipped[MOST_FILES];

static void *
keep(void *file, bool gz)
{
	int i = 0;

	if (!file || !running)
		return file;
	while (i < MOST_FILES && open_file[i])
		i++;
	if (i == MOST_FILES)
		abort();
	open_file[i] = file;
	zipped[i] = gz;
	return file;
}

static void
forget(const void *file)
{
	for (int i = 0; i < MOST_FILES; i++)
		if (open_file[i] == file)
			open_file[i] = NULL;
}

FILE *
__wrap_fopen(const char *path, const char *mode)
{
	return keep(__real_fopen(path, mode), false);
}

/* One that is open when the tool ends stays so: the sanitizer keeps a note of each until it is closed, and closing it writes to variables
 * that are gone.  Its block must not be taken again. */
FILE *
__wrap_open_memstream(char **text, size_t *size)
{
	bool ours = running;
	FILE *f;

	running = false;
	f = __real_open_memstream(text, size);
	running = ours;
	return f;
}

gzFile
__wrap_gzopen(const char *path, const char *mode)
{
	return keep(__real_gzopen(path, mode), true);
}

gzFile
__wrap_gzdopen(int fd, const char *mode)
{
	return keep(__real_gzdopen(fd, mode), true);
}

int
__wrap_gzclose(gzFile f)
{
	forget(f);
	return __real_gzclose(f);
}

/* Standard output is for all inputs. */
int
__wrap_fclose(FILE *f)
{
	forget(f);
	return f == stdout ? fflush(f) : __real_fclose(f);
}

static void
close_files(void)
{
	fflush(stdout);
	for (int i = 0; i < MOST_FILES; i++) {
		if (open_file[i] && zipped[i])
			__real_gzclose(open_file[i]);
		else if (open_file[i])
			__real_fclose(open_file[i]);
		open_file[i] = NULL;
	}
}

const char *
fuzz_file(int which, const void *bytes, size_t length)
{
	static int fd[2] = { -1, -1 };
	static char name[2][32];

	if (fd[which] < 0 && (fd[which] = memfd_create("input", 0)) < 0)
		abort();
	if (ftruncate(fd[which], 0) != 0 || pwrite(fd[which], bytes, length, 0) != (ssize_t)length)
		abort();
	snprintf(name[which], sizeof name[which], "/proc/self/fd/%d", fd[which]);
	return name[which];
}

/* --- memory: the blocks that the harness holds, by address, in open addressing */

static const volatile void *held[SLOTS];
static uint32_t used[SLOTS / 2];	/* slots that are not free or were not once */
static uint32_t uses;
static const char gone;

static uint32_t
slot_of(const volatile void *p)
{
	return (uint32_t)(((uintptr_t)p >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 44) % SLOTS;
}

static void
taken(const volatile void *p, size_t size)
{
	uint32_t s = slot_of(p);

	(void)size;
	if (!running || !here || !p)
		return;
	if (uses == SLOTS / 2)
		abort();
	while (held[s] && held[s] != &gone)
		s = (s + 1) % SLOTS;
	if (!held[s])
		used[uses++] = s;
	held[s] = p;
}

static void
given(const volatile void *p)
{
	if (!running || !p)
		return;
	for (uint32_t s = slot_of(p); held[s]; s = (s + 1) % SLOTS)
		if (held[s] == p) {
			held[s] = &gone;
			return;
		}
}

static void
free_all(void)
{
	for (uint32_t i = 0; i < uses; i++) {
		const volatile void *p = held[used[i]];

		held[used[i]] = NULL;
		if (p && p != &gone)
			free((void *)(uintptr_t)p);
	}
	uses = 0;
}

/* --- globals */

/* Weak: a harness whose sources have no globals has no such sections. */
extern char __start_hopline_data[] __attribute__((weak)), __stop_hopline_data[] __attribute__((weak));
extern char __start_hopline_bss[] __attribute__((weak)), __stop_hopline_bss[] __attribute__((weak));
static char *first_data, *first_bss;

/* Word by word: ASan's memcpy would stumble over the poisoned bytes between globals. */
typedef uint64_t word __attribute__((may_alias, aligned(1)));

static void
copy(char *to, const char *from, size_t n)
{
	size_t i = 0;

	for (; i + sizeof(word) <= n; i += sizeof(word))
		*(volatile word *)(to + i) = *(const word *)(from + i);
	for (; i < n; i++)
		((volatile char *)to)[i] = from[i];
}

static void
globals_keep(void)
{
	size_t data = (size_t)(__stop_hopline_data - __start_hopline_data), bss = (size_t)(__stop_hopline_bss - __start_hopline_bss);

	first_data = malloc(data);
	first_bss = malloc(bss);
	copy(first_data, __start_hopline_data, data);
	copy(first_bss, __start_hopline_bss, bss);
}

static void
globals_restore(void)
{
	copy(__start_hopline_data, first_data, (size_t)(__stop_hopline_data - __start_hopline_data));
	copy(__start_hopline_bss, first_bss, (size_t)(__stop_hopline_bss - __start_hopline_bss));
}

/* --- */

void
__wrap_exit(int status)
{
	if (!running)
		__real_exit(status);
	longjmp(back, 1);
}

int
__wrap_atexit(void (*f)(void))
{
	(void)f;
	return 0;
}

/* Seen when the input is run alone; in a long run the trace names the line. */
void
fuzz_broken(const char *law, const char *file, int line)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, law);
	abort();
}

/* Each harness links one tool or none. */
__attribute__((weak)) int tool_main(int argc, char **argv);

void
fuzz_tool(const char *name, ...)
{
	char *argument[MOST_ARGUMENTS + 1] = { (char *)(uintptr_t)name };
	int n = 1;
	va_list more;

	va_start(more, name);
	while (n < MOST_ARGUMENTS && (argument[n] = va_arg(more, char *)))
		n++;
	va_end(more);
	globals_restore();	/* a tool reads one command line in a process, and a harness may run it twice */
	tool_main(n, argument);
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static char out[1 << 12];

	(void)argc;
	(void)argv;
	setvbuf(stdout, out, _IOFBF, sizeof out);
	globals_keep();
	if (!__sanitizer_install_malloc_and_free_hooks(taken, given))
		abort();
	return 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	running = here = true;
	if (setjmp(back) == 0)
		fuzz_one(text, size);
	close_files();
	running = false;
	free_all();
	globals_restore();
	free(text);
	return 0;
}
