/* globals -- included in front of every source of the tools: their globals lie in sections of these names (fuzz.c). */
#pragma clang section bss = "hopline_bss" data = "hopline_data"
