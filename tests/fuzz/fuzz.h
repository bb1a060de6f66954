/* fuzz -- what the harnesses share: an input as a file, and a tool that may end.
 *
 * A harness defines fuzz_one.  Before each call the globals of the tools are as in a new process; after it memory and files
 * that were left are given back, so that what runs may die(), or be a whole main. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Try one input: `text` has a NUL behind its `length` bytes.  May die(), which is no finding. */
void fuzz_one(const char *text, size_t length);

/* The name of a file that holds these bytes; two files at most at a time, 0 and 1. */
const char *fuzz_file(int which, const void *bytes, size_t length);

/* The main of the tool that the harness says it is linked with, by a line "link: TOOL". Arguments end with NULL. */
void fuzz_tool(const char *name, ...);

/* A law that must hold of what was read. */
#define FUZZ_LAW(condition) do { if (!(condition)) fuzz_broken(#condition, __FILE__, __LINE__); } while (0)
_Noreturn void fuzz_broken(const char *law, const char *file, int line);
