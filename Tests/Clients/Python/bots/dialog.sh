#!/bin/bash
# A program under test without a client: asks, listens, says what it understood. It needs no timers.
acts=() frame=0
idle() {
    ((${#acts[@]})) && printf '%s\n' "${acts[@]}"
    printf '{"kind":"idle","t":%d,"next":null}\n' "$1"
    acts=() frame=$1
}
number() { [[ $1 =~ \"$2\":\ *([0-9]+) ]] && echo "${BASH_REMATCH[1]}"; }

read -r hello
echo '{"kind":"ready","protocol":1,"name":"dialog","version":"1","hears":"words"}'
inputs=()
is_begun=0
while read -r line; do
    case $line in
        *'"kind": "end"'* | *'"kind":"end"'*) exit 0 ;;
        *'"kind": "go"'* | *'"kind":"go"'*)
            stop=$(number "$line" until)
            if ((!is_begun)); then
                is_begun=1
                acts+=('{"kind":"play","id":1,"text":"Which size?","last":true}')
                stop=$frame
            fi
            for input in "${inputs[@]}"; do
                at=$(number "$input" at)
                ((at > stop)) && break
                case $input in
                    *playEnded*) acts+=('{"kind":"listen","id":2,"task":{"phrases":["large"]}}') stop=$at ;;
                    *words*'"final": true'* | *words*'"final":true'*)
                        acts+=('{"kind":"emit","event":"decided","fields":{"state":"done"}}' '{"kind":"ended"}') stop=$at ;;
                esac
            done
            inputs=()
            idle "$stop" ;;
        *) inputs+=("$line") ;;
    esac
done
