# The options of the one build into .build/release that the commands, the checks and the tests share. The tests
# import internal names, which takes -enable-testing; no slower replay was measured with it. A build
# without it would replace this one, so every script takes these options.
# Nothing here uses debugger data, which costs time to build; backtraces name functions without it.
release=(-c release -Xswiftc -enable-testing -debug-info-format none)
# A quick build optimizes only the targets that Package.swift names. With VOICETEST_OPTIMIZED_BUILD set, everything
# is optimized, as in a release: `scripts/build --optimized` and `scripts/test --whole` set it.
if [ -z "${VOICETEST_OPTIMIZED_BUILD:-}" ]; then
    export VOICETEST_QUICK_BUILD=1
    release+=(-Xswiftc -Onone)
fi
# The options of the example apps, a package of its own. A module in one piece, as release builds have
# it, takes two thirds of the time of a debug build where nothing is optimized.
apps=(--package-path Tests/ExampleApps --scratch-path .build/example-apps -c release
    -debug-info-format none -Xswiftc -Onone)
