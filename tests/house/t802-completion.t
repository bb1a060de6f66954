#!/usr/bin/env bash
# t802-completion -- hopline completion: what shells offer, asked in the shells themselves.
# shellcheck disable=SC2016 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"

# offers CURRENT WORD...: the words that may stand there
offers() { hopline completion words "$@" | cut -f 1; }
# in_bash LINE: what bash puts in the place of its last word, the cursor being at its end
in_bash() {
	bash -c 'eval "$(hopline completion bash)"
		COMP_LINE=$1 COMP_POINT=${#1}
		COMP_WORDS=(${1//=/ = }) && [[ $1 != *[\ =] ]] || COMP_WORDS+=("")
		[[ $1 != *= ]] || COMP_WORDS[-1]==
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		_hopline; printf "%s\n" "${COMPREPLY[@]}"' bash "$1"
}
in_fish() { HOME=$PWD fish -c 'hopline completion fish | source; complete -C $argv[1]' "$1" | cut -f 1; }
# in_zsh LINE...: what each becomes, in a zsh on a terminal of its own, to which it is typed
in_zsh() {
	cat >typist <<-'END'
		zmodload zsh/zpty
		zpty -b shell "HOME=$PWD TERM=dumb zsh -f -i"
		wait_for() { local line; out=; for i in {1..300}; do while zpty -r -t shell line 2>/dev/null; do out+=$line; done; [[ $out == *$~1* ]] && return; sleep 0.1; done }
		zpty -w shell 'PS1=; unsetopt beep prompt_sp; autoload -U compinit && compinit -u; eval "$(hopline completion zsh)"
			show() { zle expand-or-complete; BUFFER="print -r -- \"<$BUFFER>\""; zle accept-line }; zle -N show; bindkey "^T" show; print rea""dy'
		wait_for ready
		for words; do
			zpty -w -n shell "$words"$'\C-t'
			wait_for $'\n<*>'
			print -r -- "$out" | tr -d '\r' | grep '^<'
		done
		zpty -d shell
	END
	timeout 120 zsh typist "$@"
}
export -f offers in_bash in_fish in_zsh

t 'what is offered comes from the tools: commands, subcommands, options, words, names of lists' '
	is "$(offers ma hopline)" "map
man" && is "$(offers ra gen-workload)" random && is "$(offers "" metrics plot | sort | paste -sd" ")" "bars lines machine nodes scatter" &&
	is "$(offers --xl hopline metrics plot bars)" --xlabel= && is "$(offers e alloc --schedule)" easy && is "$(offers --schedule=l alloc)" --schedule=log &&
	is "$(offers level alloc --policy)" level-spread && is "$(offers --policy=level hopline alloc)" --policy=level-spread && is "$(offers ugal- netsim --routing | sort -u | head -n 1)" ugal-g &&
	is "$(offers drag alloc --machine | head -n 1)" dragonfly: && is "$(offers fron alloc --policy simple --machine)" frontier && is "$(offers "" alloc --fragments)" "" &&
	offers "" hopline study | grep -qx level-spread-full && is "$(offers rou hopline --list)" routings'

t 'every option of every tool is offered' '
	for tool in alloc gen-workload map metrics netsim; do
		"$tool" --help | sed -nE "s/^ +(-., )?--([a-z-]+).*/\2/p" | sort >helped && offers -- "$tool" | sed "s/^--//; s/=$//" | sort | diff helped - || exit 1
	done'

t 'every name of --list is offered where it is wanted, and --list has a heading for each kind' '
	alloc --list | sed "s/ .*//" | diff - <(offers "" alloc --policy) && map --list | sed "s/ .*//" | diff - <(offers "" map --algorithm) &&
	hopline --list | grep ":$" | paste -sd" " >headings && is "$(cat headings)" "tools: workloads: policies: mappings: routings: patterns: collectives: generators: kinds: machines: questions: pictures:" &&
	hopline --list machines | grep -q "^frontier  *Frontier, the HPE Cray EX" && ! hopline --list workloads | grep -q "^halo3d " && hopline --list workloads | grep -q "^random " &&
	exits 2 hopline --list nothing 2>err && grep -q "there is no such list; there are tools workloads" err'

t 'bash: options, words after = and apart, commands' '
	is "$(in_bash "alloc --pol")" "--policy=" && is "$(in_bash "hopline alloc --policy=level")" level-spread && is "$(in_bash "hopline alloc --policy level")" level-spread &&
	is "$(in_bash "alloc --schedule=")" "fcfs
easy
log" && is "$(in_bash "hopline ma")" "map
man"'

if command -v fish >/dev/null; then
	t 'fish: options, words after = and apart, commands' '
		is "$(in_fish "alloc --pol")" "--policy=" && is "$(in_fish "hopline alloc --policy=level")" "--policy=level-spread" && is "$(in_fish "hopline alloc --policy level")" level-spread &&
		is "$(in_fish "hopline ma" | sort)" "man
map"'
else
	skip 'fish: options, words after = and apart, commands' 'no fish on this machine'
fi

if command -v zsh >/dev/null && zsh -c 'zmodload zsh/zpty'; then
	t 'zsh: options, words after = and apart, commands, kinds of machine' '
		in_zsh "alloc --pol" "hopline alloc --policy=level" "hopline alloc --policy level" "metrics plot sca" "netsim --machine hyp" >got && printf "<%s>\n" "alloc --policy=" "hopline alloc --policy=level-spread " \
			"hopline alloc --policy level-spread " "metrics plot scatter " "netsim --machine hypercube:" | diff - got'
else
	skip 'zsh: options, words after = and apart, commands, kinds of machine' 'no zsh with zpty on this machine'
fi

t 'a shell that is none of these: exit 2' '
	exits 2 hopline completion ksh 2>err && grep -q "must be bash, zsh or fish" err && exits 2 hopline completion 2>err && grep -q "which shell" err'

done_testing
