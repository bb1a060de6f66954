# programs.sh -- which programs a result is made by, and a short hash of them.
# shellcheck shell=bash disable=SC2154,SC2034
#
# These are the tools and the study's cell with the files that it reads: those named on
# its line "# uses: FILE...", or, without such a line, all *.sh of its folder.

# program_files: their paths, one a line
program_files() {
	local tool file uses

	for tool in gen-workload alloc map netsim metrics; do
		[[ ! -e $bin/$tool ]] || echo "$bin/$tool"
	done
	echo "$study_dir/cell"
	if uses=$(sed -n 's/^# uses: *//p' "$study_dir/cell") && [[ $uses ]]; then
		for file in $uses; do echo "$study_dir/$file"; done
	else
		for file in "$study_dir"/*.sh; do echo "$file"; done
	fi
}

# find_programs: them into the array program_list, and into $programs the hash of names and contents; where the folders are does not matter
find_programs() {
	local line

	mapfile -t program_list < <(program_files)
	sha256sum "${program_list[@]}" >"$tmp/programs"
	programs=$(while IFS= read -r line; do echo "${line%% *} ${line##*/}"; done <"$tmp/programs" | sha256sum)
	programs=${programs:0:16}
}
