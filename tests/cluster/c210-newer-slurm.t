#!/usr/bin/env bash
# c210-newer-slurm -- alloc against the slurmctld of later Debians, each in a chroot: a thousand new questions of each version.
# The chroots stay in HOPLINE_CHROOTS, 0.7 GB of root's, so that the next run need not make them; HOPLINE_SEED draws other questions.
# shellcheck source=/dev/null disable=SC2016,SC2154
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/lib.sh"
needs debootstrap unshare chroot awk
[ "$(id -u)" = 0 ] || skip_all "a chroot takes root"
newer=$here/newer recorded=$HOPLINE_ROOT/tests/alloc/recorded.awk tables=$HOPLINE_ROOT/data/reference/slurm/26.05
chroots=${HOPLINE_CHROOTS:-$HOPLINE_ROOT/build/chroots} seed=${HOPLINE_SEED:-1}
free_ports 1

# suite NAME: its chroot, ready to ask; sets root and version, or why it cannot be had
suite() {
	root=$chroots/$1 why=
	if [ ! -e "$root/ready" ]; then
		rm -rf --one-file-system "$root" && mkdir -p "$chroots"
		# in mounts of its own: none stays where this is interrupted, for `make clean` to go through
		timeout 1200 unshare --mount debootstrap --variant=minbase --include=munge,slurmctld,slurm-client,libslurm-dev,gcc,libc6-dev "$1" "$root" >"$work/$1.log" 2>&1 ||
			{ why="debootstrap $1: $(tail -n 1 "$work/$1.log")"; return 1; }
		rm -rf "$root"/var/cache/apt "$root"/var/lib/apt/lists "$root"/usr/share/{doc,locale,man}
		# no name is asked of the network
		rm -f "$root/etc/resolv.conf"
		echo 'hosts: files' >"$root/etc/nsswitch.conf"
		echo '127.0.0.1 localhost asked' >"$root/etc/hosts"
		: >"$root/ready"
	fi
	cp "$newer/ask" "$newer/ask-slurm.c" "$root/root/" && "$newer/host" "$root" gcc -o /root/ask-slurm /root/ask-slurm.c -lslurm >"$work/gcc" 2>&1 ||
		{ why="no program can be built in it: $(head -n 1 "$work/gcc")"; return 1; }
	version=$("$newer/host" "$root" slurmctld -V) version=${version##* }
}

# asked KIND CONF COUNT: the answers of the daemon to COUNT new questions about the machine of CONF, as a recorded table
asked() {
	local kind=$1 conf=$2 dir=$root/root/asked nodes names fill whole=OverSubscribe=EXCLUSIVE plugin=topology/$1 param='' flat=''
	case $kind,$version in flat,24*) plugin=topology/default ;; forest,* | dragonfly,*) plugin=topology/tree ;; esac
	[ "$kind" != dragonfly ] || param=TopologyParam=dragonfly
	case $version in 24*) ;; *) whole=Exclusive=NODE ;; esac
	rm -rf "$dir" && mkdir -p "$dir" &&
		read -r nodes names fill < <(awk -v kind="$kind" -v version="$version" -v count="$3" -v seed="$seed" -v asked="$dir/questions" \
			-v rows="$dir/rows" -f "$newer/questions.awk" "$conf") || return
	case $conf in
	*.yaml) cp "$conf" "$dir/topology.yaml" && flat=Topology=fl ;;
	*) cp "$conf" "$dir/topology.conf" ;;
	esac
	[ -z "$flat" ] || fill=$(tr / , <<<"$fill")
	fill DIR=/root/asked PORT="$port" PLUGIN="$plugin" PARAM="$param" NODES="$names" WHOLE="$whole" FLAT="$flat" \
		<"$newer/slurm.conf" >"$dir/slurm.conf"
	"$newer/host" "$root" sh /root/ask /root/asked "$nodes" "$fill" &&
		{ echo "case,slurm_version,select_type,topology,topology_param,busy,n,options,nodes" && paste -d '"' "$dir/rows" "$dir/answers" /dev/null |
			sed 's/,"\([^"]*\)"$/,"\1"/'; } >"$4"
}

# agree KIND CONF COUNT MOST: alloc chooses as the daemon did, but for MOST at most
agree() {
	local got machine=graph:topology=$2 policy=slurm-$1
	case $1 in
	flat) machine=mesh:k=64 policy=slurm-none:${version%.*} ;;
	forest) policy=slurm-tree:${version%.*} ;;
	torus) policy=slurm-torus3d ;;
	ring) ;;
	*) policy+=:${version%.*} ;;
	esac
	asked "$1" "$2" "$3" answers.csv &&
		awk -v way=ask -f "$recorded" "$2" answers.csv >jobs.csv &&
		alloc --machine "$machine" --policy "$policy" --on-full skip --no-preamble jobs.csv >placed.csv 2>messages
	got=$(awk -v way=compare -f "$recorded" "$2" answers.csv messages placed.csv) &&
		[ "${got##*of }" = "$3" ] && [ "$(wc -w <<<"$got")" -le $(($4 + 2)) ] || { echo "differ: $got"; return 1; }
}

echo 'Nodes=n[00-63]' >"$work/flat.conf"
for name in trixie sid; do
	suite "$name" || { skip 'a thousand questions' "$why"; continue; }
	case $version in 24.11.* | 26.05.*) ;; *) skip 'a thousand questions' "$name has Slurm $version now, which no policy is of" ;; esac
	while read -r since kind conf many most; do
		[ "$since" = "${version%.*}" ] || continue
		[[ $conf = /* ]] || conf=$tables/$conf
		t "$version: $many questions about ${conf##*/}, $kind" "agree $kind '$conf' $many $most"
	done <<-END
		24.11 tree tree3.conf 250 0
		24.11 tree deep4.conf 150 0
		24.11 tree uneven3.conf 100 0
		24.11 dragonfly dfly3.conf 100 0
		24.11 flat $work/flat.conf 100 0
		24.11 block b18x.conf 200 0
		24.11 block unevenb.conf 100 0
		26.05 tree tree3.conf 150 0
		26.05 tree deep4.conf 100 0
		26.05 tree shuffled.conf 100 0
		26.05 forest forest2.conf 100 0
		26.05 dragonfly dfly3.conf 50 0
		26.05 flat $work/flat.conf 50 0
		26.05 block b18x.conf 150 0
		26.05 block unevenb.conf 100 0
		26.05 ring ringmix.yaml 100 0
		26.05 torus torus444.yaml 50 0
		26.05 torus torustwo.yaml 50 0
	END
done
t 'nothing stays mounted in a chroot' "! grep -F ' $(realpath -m "$chroots")/' /proc/mounts"

done_testing
