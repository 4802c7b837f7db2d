# The options of the one release build that the commands, the checks and the tests share. The tests
# import internal names, which takes -enable-testing; no slower replay was measured with it. A build
# without it would replace this one, so every script takes these options.
# Nothing here uses debugger data, which costs time to build; backtraces name functions without it.
release=(-c release -Xswiftc -enable-testing -debug-info-format none)
# The options of the example apps, a package of its own. A module in one piece, as release builds have
# it, takes two thirds of the time of a debug build where nothing is optimized.
apps=(--package-path Tests/ExampleApps --scratch-path .build/example-apps -c release
    -debug-info-format none -Xswiftc -Onone)
