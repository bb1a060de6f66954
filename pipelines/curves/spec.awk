# spec -- values of a machine's specification, which is in the variable `machine`.

# The value of a key, or what it is by default.
function key(name, otherwise) {
	if (!match(machine, "[:,]" name "=[^,]*")) return otherwise
	return substr(machine, RSTART + length(name) + 2, RLENGTH - length(name) - 2)
}

# A latency in seconds.
function latency(name, otherwise,    value) {
	value = key(name, otherwise)
	if (value !~ /^[0-9.]+ns$/) {
		printf "spec: %s: %s: '%s': must be in ns here\n", machine, name, value >"/dev/stderr"
		exit failed = 1
	}
	return value * 1e-9
}
