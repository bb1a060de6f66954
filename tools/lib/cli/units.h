/* units -- numbers as people and streams write them.
 *
 * Every reader takes the whole string or refuses it: no blanks, no trailing junk, nothing that overflows.  They return false and leave *out
 * alone when they refuse; the caller words the message. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A decimal integer in [min, max]; a sign only as '-' in front of a negative one. */
bool read_int(const char *s, int64_t min, int64_t max, int64_t *out);

/* A finite decimal number, exponent allowed ("2.5e-6"), in [min, max]. */
bool read_real(const char *s, double min, double max, double *out);

/* Digits with at most one point between them, as they begin `s`: *mantissa / 10^*places, with places as few as can be.  What follows; NULL
 * when it does not begin so, or has too many digits. */
const char *read_decimal(const char *s, uint64_t *mantissa, size_t *places);

/* Bytes: "2048", "2048B", "1KB" = 1000, "1KiB" = 1024, also M and G, fractions where they come to whole bytes ("1.5KB"). At least 0. */
bool read_bytes(const char *s, int64_t *bytes);

/* Bits a second: "8Gb/s", "1GB/s" = 8 Gb/s, also k, M, T; fractions where they come to whole bits.  More than 0.  A unit is required. */
bool read_bandwidth(const char *s, uint64_t *bits_per_s);

/* Picoseconds: "40ns", "1.5us", also ps, ms, s; fractions where they come to
 * whole picoseconds; a bare "0" needs no unit.  At least 0, at most 10^6 s. */
bool read_time(const char *s, int64_t *ps);

/* As read_time, and "30min", "6h", "7d": times of schedules, not of networks. */
bool read_period(const char *s, int64_t *ps);

/* Seconds (a number as a stream writes it) to picoseconds, rounded to nearest, and back. The range is 0 to 10^6 s; false outside it. */
bool seconds_to_ps(double s, int64_t *ps);
double ps_to_seconds(int64_t ps);
