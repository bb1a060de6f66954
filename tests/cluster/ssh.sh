# ssh.sh -- three hosts with an sshd each, on 127.0.0.1 to 127.0.0.3; needs lib.sh first.
# shellcheck shell=bash disable=SC2154,SC2086

declare -A address=([alpha]=127.0.0.1 [beta]=127.0.0.2 [gamma]=127.0.0.3)
ssh_dir=$work/ssh
over_ssh="ssh -F $ssh_dir/config"

# sshd_up NAME: that host, and its sshd answers
sshd_up() {
	host_up "$1" "$(command -v sshd)" -D -e -f "$ssh_dir/$1.conf"
	eventually $over_ssh "$1" true
}

ssh_setup() {
	local name
	needs sshd ssh ssh-keygen unshare pgrep
	hosts_or_skip
	hosts "${!address[@]}"
	free_ports 1
	mkdir -m 700 "$ssh_dir"
	fill DIR="$ssh_dir" PORT="$port" <"$here/ssh_config" >"$ssh_dir/config"
	ssh-keygen -q -t ed25519 -N '' -f "$ssh_dir/login"
	for name in "${!address[@]}"; do
		ssh-keygen -q -t ed25519 -N '' -f "$ssh_dir/$name"
		printf '%s %s\n' "$name" "$(<"$ssh_dir/$name.pub")" >>"$ssh_dir/known_hosts"
		fill DIR="$ssh_dir" TMPDIR="$TMPDIR" NAME="$name" ADDRESS="${address[$name]}" PORT="$port" \
			<"$here/sshd_config" >"$ssh_dir/$name.conf"
	done
	for name in "${!address[@]}"; do
		sshd_up "$name" >/dev/null || skip_all "sshd does not start here: $(tail -n 1 "$work/$name.log")"
	done
}
