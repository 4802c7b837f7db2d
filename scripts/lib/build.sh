# The options of the one release build that the commands, the checks and the tests share. The tests
# import internal names, which takes -enable-testing; no slower replay was measured with it. A build
# without it would replace this one, so every script takes these options.
# Debugger data took a tenth of the time to build; function names stay in backtraces without it.
release=(-c release -Xswiftc -enable-testing -debug-info-format none)
