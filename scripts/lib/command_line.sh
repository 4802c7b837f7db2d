# What the bash scripts share: --help, and exit 64 on an option that a script does not have.
# A script sources this before it changes the folder:  . "$(dirname "$0")/../lib/command_line.sh"
# Its help is the comment at its top. Its options are those that the part "usage:" of the comment names,
# with the indented lines below it; a usage with "options..." or "COMMAND..." passes options on.
check_command_line() {
    local help usage word
    help=$(sed -n '2,${/^#/!q;s/^# \{0,1\}//p}' "$0")
    usage=$(sed -n '/^usage:/,${/^usage:\|^ /!q;p}' <<<"$help")
    case ${1:-} in -h | --help)
        printf '%s\n' "$help"
        exit 0
        ;;
    esac
    if grep -q 'options\.\.\.\|COMMAND\.\.\.' <<<"$usage"; then return; fi
    for word in "$@"; do
        case $word in
            -h | --help)
                printf '%s\n' "$help"
                exit 0
                ;;
            --) return ;;
            -[a-zA-Z]* | --*)
                if ! grep -qE -- "(^|[^a-zA-Z-])${word%%=*}([^a-zA-Z-]|\$)" <<<"$usage"; then
                    printf '%s: unknown option %s. --help explains the script.\n%s\n' \
                        "${0##*/}" "${word%%=*}" "$usage" >&2
                    exit 64
                fi
                ;;
        esac
    done
}
check_command_line "$@"
