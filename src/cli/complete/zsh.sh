#compdef chartgen
# Completions of chartgen for Zsh, from `chartgen completions zsh`.
_chartgen() {
    local line value
    local -a found whole open
    found=("${(@f)$(
        CHARTGEN_COMPLETE=zsh _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) _CLAP_IFS=$'\n' \
            ${(Q)words[1]} -- "${(@Q)words[1,CURRENT]}" 2> /dev/null
    )}")
    for line in $found; do
        # A colon of the value itself has a backslash before it.
        value=${${line//\\:/}%%:*}
        if [[ $value == *[=/.,] ]]; then open+=("$line"); else whole+=("$line"); fi
    done
    (( $#open )) && _describe -V 'values' open -S ''
    (( $#whole )) && _describe -V 'values' whole
}
if [[ $funcstack[1] == _chartgen ]]; then
    _chartgen "$@"
else
    compdef _chartgen chartgen
fi
