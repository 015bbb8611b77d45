# Completions of chartgen for Bash, from `chartgen completions bash`.
_chartgen() {
    local line=${COMP_LINE:0:COMP_POINT} current='' quote='' prefix='' word spaces i
    local -a words=()
    # Bash breaks words at = and : too: what no space stands before belongs to the word before.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        spaces=${line%%[^[:space:]]*}
        line=${line:${#spaces}}
        word=${COMP_WORDS[i]}
        if ((i == COMP_CWORD)); then word=$line; fi
        line=${line:${#word}}
        if ((i == 0)) || [[ -n $spaces ]]; then
            words+=("$word")
        else
            words[${#words[@]} - 1]+=$word
        fi
    done
    for i in "${!words[@]}"; do
        case ${words[i]} in
            \'*\' | \"*\") words[i]=${words[i]:1:${#words[i]}-2} ;;
        esac
    done
    current=${words[${#words[@]} - 1]}
    case $current in
        [\'\"]*) quote=${current:0:1} current=${current:1} ;;
        *[=:]*) [[ $COMP_WORDBREAKS == *=* ]] && prefix=${current%"${current##*[=:]}"} ;;
    esac
    words[${#words[@]} - 1]=$current
    COMPREPLY=()
    while IFS= read -r -d $'\v' word; do
        [[ -n $word ]] || continue
        word=${word#"$prefix"}
        if [[ -z $quote && $word == *[[:space:]\\\&\;\(\)\<\>\|\$\`\"\'\*\?\{\}]* ]]; then
            printf -v word %q "$word"
        fi
        COMPREPLY+=("$word")
    done < <(
        CHARTGEN_COMPLETE=bash _CLAP_COMPLETE_INDEX=$((${#words[@]} - 1)) _CLAP_IFS=$'\v' \
            "${words[0]/#\~/$HOME}" -- "${words[@]}" 2> /dev/null
        printf '\v'
    )
    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *[=/:.,] ]]; then
        compopt -o nospace
    fi
}
complete -o bashdefault -o nosort -F _chartgen chartgen
