# random.awk -- draws that repeat from a number, in any awk: Park and Miller's minimal standard generator (CACM 31(10), 1988),
# whose products stay below 2^53.

function random_seed(number,   i)
{
	random_state = number * 2 % 2147483646 + 1
	for (i = 0; i < 20; i++)
		random_below(2)
}

# 0 to n - 1
function random_below(n)
{
	random_state = random_state * 48271 % 2147483647
	return int(random_state / 2147483647 * n)
}

function random_from(low, high) { return low + random_below(high - low + 1) }
function random_yes(share) { return random_below(1000000) < share * 1000000 }

# One of the words of a list with blanks; a word may stand there several times.
function random_word(words,   part) { return random_nth(part, split(words, part, " ")) }
function random_nth(part, n) { return part[1 + random_below(n)] }

# Shuffle item[1 … n].
function random_shuffle(item, n,   i, j, held)
{
	for (i = n; i > 1; i--) {
		j = 1 + random_below(i)
		held = item[i]
		item[i] = item[j]
		item[j] = held
	}
}
