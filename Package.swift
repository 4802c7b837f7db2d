// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Tests are compiled without optimization, also in a release build: what they call is optimized, and
/// the optimizer took two thirds of their time to build. No target waits for their modules, which a
/// job of its own would make early.
let tested =
    strict + [
        .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
    ]

/// Commands read options, call libraries and print. They are built last and alone, and the optimizer
/// took more than half of that time.
let commands = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// In a quick build, which `scripts/build` makes, the compiler optimizes these targets alone: they work on
/// samples, on hops of 10 ms or on the bytes of a session. All others, and the packages that this one
/// depends on, work on a few events a second, and take two thirds of the optimizer's time.
/// `scripts/build` gives `-Onone` to all; what follows `-Xfrontend` goes before it.
let optimized: Set = [
    "VoiceTime", "VoiceFiles", "VoiceLanguage", "VoiceJSON", "VoiceAudio", "VoiceHypothesis",
    "VoiceActivity", "VoiceAcoustics", "VoiceSynthesis", "VoiceRecognition", "VoiceTrace",
    "VoiceMedia", "VoiceTestSupport",
]
let isQuick = Context.environment["VOICETEST_QUICK_BUILD"] != nil

/// An object with the part of ICU's data that a release needs, which comes before Foundation's own.
let data = Context.environment["VOICETEST_ICU_DATA"].map { [LinkerSetting.unsafeFlags([$0])] }

func settings(_ name: String) -> [SwiftSetting] {
    isQuick && optimized.contains(name)
        ? strict + [.unsafeFlags(["-Xfrontend", "-O"])] : strict
}

/// The folders of `Sources` and `Tests`, and the targets in each.
let folders: KeyValuePairs = [
    "C": [
        "CSndFile", "CFFTW", "CSampleRate", "CEbur128", "CEspeakNG", "CPocketSphinx", "CPortAudio",
        "CSpeexDSP", "CSQLite", "CCrypto", "CReadTrap", "CReadTrapPort", "CSpeechNetwork",
        "CAcousticScore", "CTaskHooks", "CSpawn", "CCarriedFiles",
    ],
    "Base": [
        "VoiceSystem", "VoiceTime", "VoiceFiles", "VoiceLanguage", "VoicePrograms", "VoiceJSON",
    ],
    "Sound": [
        "VoiceAudio", "VoiceHypothesis", "VoiceActivity", "VoiceAcoustics", "VoiceSynthesis",
        "VoiceDevices", "VoiceRecognition",
    ],
    "Harness": [
        "VoiceTrace", "VoiceDiff", "VoiceEngine", "VoiceReports", "VoiceHistory", "VoiceMedia",
        "VoiceRun", "VoiceSession", "VoiceRedaction", "VoiceCalls", "VoiceLive", "VoiceProject",
    ],
    "Engines": ["VoiceFlow", "STVoiceFlow", "KeenASR", "VoiceKit", "SayKit", "ProgramEngine"],
    "Programs": ["voicetest", "voicetest-speak"],
]

/// Where a target lies in `Sources`, and its tests in `Tests`.
func place(_ name: String) -> String {
    let folder = folders.first { $0.value.contains(name) }
    return "\(folder?.key ?? "no folder")/\(name)"
}

/// A C library made importable: a module map and a shim, nothing else.
func clibrary(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(place(name))", pkgConfig: pkgConfig,
        providers: [.apt([apt]), .brew([brew])])
}

/// C code of this package.
func ctarget(_ name: String) -> Target { .target(name: name, path: "Sources/\(place(name))") }

/// A library of this package; arrows only point down the layers.
func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(place(name))", exclude: exclude,
        swiftSettings: settings(name))
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies,
        path: "Tests/\(place(name))Tests",
        swiftSettings: tested)
}

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
// macOS has CommonCrypto.
let crypto = Target.Dependency.target(name: "CCrypto", condition: .when(platforms: [.linux]))

/// Libraries that are no products: other packages have no use for them, or get them behind another.
let inner = [
    "VoiceSystem", "VoiceFiles", "VoiceLanguage", "VoicePrograms", "VoiceJSON", "VoiceHypothesis",
    "VoiceActivity", "VoiceAcoustics", "VoiceSynthesis", "VoiceDevices", "VoiceHistory",
    "VoiceReports", "VoiceRedaction", "VoiceCalls", "VoiceProject", "ProgramEngine",
]

/// Libraries of the product `VoiceTesting`: runs, sessions and comparisons for the tests of an app.
let testing = [
    "VoiceRun", "VoiceSession", "VoiceLive", "VoiceTrace", "VoiceDiff", "VoiceMedia",
]

/// Every library, those under another name left out.
let libraries = folders.filter { !["C", "Programs"].contains($0.key) }.flatMap(\.value)
    .filter { $0 != "STVoiceFlow" }

let package = Package(
    name: "voicetest",
    platforms: [.macOS(.v15)],
    products: libraries.filter { !(inner + testing).contains($0) }
        .map { .library(name: $0, targets: [$0]) } + [
            .library(name: "VoiceTesting", targets: testing),
            .library(name: "STVoiceFlow", targets: ["STVoiceFlow"]),
            .executable(name: "voicetest", targets: ["voicetest"]),
            .executable(name: "voicetest-speak", targets: ["voicetest-speak"]),
            // No target depends on it: a program is started with it in LD_PRELOAD.
            .library(name: "voicetest-readtrap", type: .dynamic, targets: ["CReadTrap"]),
        ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // C libraries
        clibrary("CSndFile", pkgConfig: "sndfile", apt: "libsndfile1-dev", brew: "libsndfile"),
        clibrary("CFFTW", pkgConfig: "fftw3f", apt: "libfftw3-dev", brew: "fftw"),
        clibrary(
            "CSampleRate", pkgConfig: "samplerate", apt: "libsamplerate0-dev", brew: "libsamplerate"
        ),
        clibrary(
            "CEbur128", pkgConfig: "libebur128", apt: "libebur128-dev", brew: "libebur128"),
        clibrary("CEspeakNG", pkgConfig: "espeak-ng", apt: "libespeak-ng-dev", brew: "espeak-ng"),
        clibrary(
            "CPocketSphinx", pkgConfig: "pocketsphinx", apt: "libpocketsphinx-dev",
            brew: "pocketsphinx"),
        clibrary(
            "CPortAudio", pkgConfig: "portaudio-2.0", apt: "portaudio19-dev", brew: "portaudio"),
        clibrary(
            "CSpeexDSP", pkgConfig: "speexdsp", apt: "libspeexdsp-dev", brew: "speexdsp"),
        clibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
        clibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),

        // Own definitions of what reads clocks and chance, loaded before the C library for
        // certificates, and the program's side of it
        ctarget("CReadTrap"),
        ctarget("CReadTrapPort"),
        // The speech detector's network and what it learnt
        ctarget("CSpeechNetwork"),
        // Densities of the recognizer's acoustic model
        ctarget("CAcousticScore"),
        // Where Swift's concurrency library lets a process say where jobs run
        ctarget("CTaskHooks"),
        // What Swift cannot call to start a program
        ctarget("CSpawn"),
        // Files that programs carry inside themselves, such as templates and parts of pages
        ctarget("CCarriedFiles"),

        library("VoiceSystem"),
        library("VoiceTime"),
        library("VoiceFiles", ["CCarriedFiles", "VoiceSystem", crypto]),
        library("VoiceLanguage"),
        library("VoicePrograms", ["CSpawn", "VoiceSystem"]),
        library(
            "VoiceAudio",
            [
                "CSndFile", "CSampleRate", "CEbur128", "CFFTW", "VoiceSystem", "VoiceTime",
                "VoiceFiles",
            ]),
        library("VoiceJSON", ["VoiceLanguage"]),
        library("VoiceHypothesis", ["VoiceSystem", "VoiceFiles", "VoiceJSON", "VoiceAudio"]),
        library(
            "VoiceActivity",
            ["CSpeechNetwork", "VoiceFiles", "VoiceLanguage", "VoiceJSON", "VoiceAudio"]),
        library("VoiceAcoustics", ["CAcousticScore", "VoiceFiles", "VoiceAudio"]),
        library(
            "VoiceSynthesis",
            ["VoiceSystem", "VoiceFiles", "VoiceLanguage", "VoicePrograms", "VoiceAudio"]),
        library("VoiceDevices", ["CPortAudio", "CSpeexDSP", "VoiceSystem", "VoiceAudio"]),
        library(
            "VoiceTrace", ["VoiceSystem", "VoiceTime", "VoiceFiles", "VoiceJSON"],
            exclude: ["Schemas"]),
        library(
            "VoiceRecognition",
            [
                "CPocketSphinx", "VoiceSystem", "VoiceFiles", "VoiceJSON", "VoicePrograms",
                "VoiceAudio", "VoiceHypothesis", "VoiceAcoustics", "VoiceSynthesis",
            ], exclude: ["Schemas"]),
        library("VoiceDiff", ["VoiceTime", "VoiceJSON", "VoiceTrace"], exclude: ["Schemas"]),
        library(
            "VoiceEngine",
            [
                "VoiceTime", "VoiceFiles", "VoicePrograms", "VoiceJSON", "VoiceAudio", "VoiceTrace",
                "VoiceHypothesis",
            ]),
        library(
            "VoiceReports",
            [
                "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceAudio", "VoiceTrace", "VoiceDiff",
                mustache,
            ],
            exclude: ["Schemas"]
                + [
                    "page.mustache", "session.mustache", "latency.mustache",
                    "latency-page.mustache", "page.css", "plots.js", "lanes.js",
                    "sound.js",
                    "timeline.js", "parts.js", "page.js",
                ].map { "Page/\($0)" }),
        library("VoiceHistory", ["CSQLite", "VoiceDiff"]),
        library(
            "VoiceMedia",
            [
                "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceAudio", "VoiceActivity",
                "VoiceSynthesis", "VoiceTrace", "VoiceHypothesis", "VoiceEngine",
            ]),
        library(
            "VoiceRun",
            [
                "CTaskHooks", "VoiceTime", "VoiceJSON", "VoiceAudio", "VoiceSynthesis",
                "VoiceTrace", "VoiceHypothesis", "VoiceRecognition", "VoiceEngine", "VoiceMedia",
            ]),
        library(
            "VoiceSession",
            [
                "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceAudio", "VoiceActivity",
                "VoiceSynthesis", "VoiceTrace", "VoiceRecognition", "VoiceDiff", "VoiceEngine",
                "VoiceMedia",
            ], exclude: ["Schemas"]),
        library(
            "VoiceRedaction",
            [
                "VoiceTime", "VoiceFiles", "VoiceLanguage", "VoiceJSON", "VoiceAudio",
                "VoiceActivity", "VoiceTrace", "VoiceRecognition", "VoiceEngine", "VoiceMedia",
                "VoiceSession",
            ]),
        library(
            "VoiceCalls",
            [
                "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceAudio", "VoiceActivity",
                "VoiceTrace", "VoiceDiff", "VoiceEngine", "VoiceMedia", "VoiceSession",
                "VoiceRedaction",
            ], exclude: ["Schemas"]),
        // Engines, and a device under any of them
        library(
            "VoiceFlow",
            [
                "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceAudio", "VoiceSynthesis",
                "VoiceTrace", "VoiceRecognition", "VoiceEngine", "VoiceRun", logging,
            ], exclude: ["Schemas"]),
        // The same under the original's name
        library("STVoiceFlow", ["VoiceFlow"]),
        library(
            "KeenASR",
            [
                "VoiceSystem", "VoiceTime", "VoiceFiles", "VoiceLanguage", "VoiceJSON",
                "VoiceAudio", "VoiceTrace", "VoiceRecognition", "VoiceEngine", "VoiceRun",
            ], exclude: ["Schemas"]),
        library(
            "VoiceKit",
            [
                "VoiceTime", "VoiceJSON", "VoiceAudio", "VoiceLanguage", "VoiceActivity",
                "VoiceSynthesis", "VoiceTrace", "VoiceHypothesis", "VoiceEngine",
                "VoiceRun",
            ], exclude: ["Schemas"]),
        library(
            "SayKit",
            [
                "VoiceTime", "VoiceFiles", "VoiceLanguage", "VoiceJSON", "VoiceAudio",
                "VoiceSynthesis", "VoiceTrace", "VoiceHypothesis", "VoiceRecognition",
                "VoiceEngine", "VoiceRun",
            ],
            exclude: [
                "Schemas", "Languages/english.language.json", "Languages/german.language.json",
            ]),
        library(
            "ProgramEngine",
            [
                "VoiceTime", "VoiceFiles", "VoiceLanguage", "VoicePrograms", "VoiceJSON",
                "VoiceTrace", "VoiceHypothesis", "VoiceEngine",
            ],
            exclude: ["Schemas", "Carriers"]),
        library(
            "VoiceLive",
            [
                "VoiceTime", "VoiceJSON", "VoiceAudio", "VoiceSynthesis", "VoiceDevices",
                "VoiceTrace", "VoiceRecognition", "VoiceDiff", "VoiceEngine", "VoiceRun",
                "VoiceSession",
            ]),
        library(
            "VoiceProject",
            [
                "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceTrace", "VoiceDiff", "VoiceEngine",
                "VoiceMedia", "VoiceRecognition", "VoiceSynthesis", "VoiceSession",
                "VoicePrograms",
            ], exclude: ["Schemas"]),
        .executableTarget(
            name: "voicetest",
            dependencies: libraries.filter {
                !["VoiceRun", "VoiceAcoustics", "VoiceLanguage", "VoiceHypothesis"].contains($0)
            }.map { .byName(name: $0) } + ["CReadTrapPort", argumentParser],
            path: "Sources/\(place("voicetest"))",
            exclude: ["Init/Templates", "Program/Trial"],
            swiftSettings: commands, linkerSettings: data),
        .executableTarget(
            name: "voicetest-speak", dependencies: ["CEspeakNG", "VoiceSystem", "VoiceJSON"],
            path: "Sources/\(place("voicetest-speak"))",
            swiftSettings: strict),
        .executableTarget(
            name: "voicetest-measure",
            dependencies: [
                "VoiceSystem", "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceAudio",
                "VoiceSynthesis", "VoiceDevices", "VoiceTrace", "VoiceRecognition", "VoiceEngine",
                "VoiceRun", "VoiceFlow", "VoiceKit", "VoiceSession", "VoiceLive",
                argumentParser,
            ],
            path: "Tests/Programs/voicetest-measure",
            swiftSettings: strict),

        .target(
            name: "VoiceTestSupport",
            dependencies: [
                "VoiceTime", "VoiceLanguage", "VoiceJSON", "VoiceAudio", "VoiceDevices",
                "VoiceTrace", "VoiceRecognition", "VoiceEngine", "VoiceRun",
            ], path: "Tests/VoiceTestSupport",
            swiftSettings: settings("VoiceTestSupport")),
        // A session on disk for the tests of what records and rewrites one
        .target(
            name: "VoiceSessionSupport",
            dependencies: [
                "VoiceTime", "VoiceJSON", "VoiceAudio", "VoiceSynthesis", "VoiceTrace",
                "VoiceEngine", "VoiceFlow", "VoiceSession", "VoiceTestSupport",
            ], path: "Tests/VoiceSessionSupport",
            swiftSettings: settings("VoiceSessionSupport")),
        tests("VoiceTime", []),
        tests("VoicePrograms", ["VoiceTestSupport"]),
        tests("VoiceAudio", ["VoiceTestSupport"]),
        tests("VoiceActivity", ["CSpeechNetwork", "VoiceAudio", "VoiceTrace", "VoiceTestSupport"]),
        tests(
            "VoiceAcoustics",
            [
                "CAcousticScore", "VoiceTime", "VoiceAudio", "VoiceSynthesis", "VoiceTestSupport",
            ]),
        tests("VoiceLanguage", ["VoiceTime", "VoiceTestSupport"]),
        tests("VoiceSynthesis", ["VoiceAudio", "VoiceTestSupport"]),
        tests("VoiceDevices", ["VoiceAudio", "VoiceTestSupport"]),
        tests("VoiceFiles", ["VoiceTestSupport"]),
        tests("VoiceJSON", ["VoiceTime", "VoiceTestSupport"]),
        tests("VoiceTrace", ["VoiceTime", "VoiceTestSupport"]),
        tests(
            "VoiceRecognition",
            [
                "VoiceJSON", "VoicePrograms", "VoiceAudio", "VoiceAcoustics", "VoiceSynthesis",
                "VoiceTestSupport",
            ]),
        tests("VoiceDiff", ["VoiceTime", "VoiceTrace", "VoiceFlow"]),
        tests(
            "VoiceEngine",
            ["VoiceTime", "VoiceJSON", "VoiceTrace", "VoiceHypothesis", "VoiceTestSupport"]),
        tests(
            "VoiceRun",
            [
                "VoiceTime", "VoiceJSON", "VoiceTrace", "VoiceEngine", "VoiceMedia", "VoiceSession",
                "VoiceTestSupport",
            ]),
        tests(
            "VoiceMedia",
            [
                "VoiceTime", "VoiceAudio", "VoiceTrace", "VoiceActivity", "VoiceSynthesis",
                "VoiceRecognition", "VoiceEngine", "VoiceTestSupport",
            ]),
        tests(
            "VoiceReports",
            [
                "VoiceTime", "VoiceAudio", "VoiceTrace", "VoiceDiff", "VoiceFlow",
                "VoiceTestSupport",
            ]),
        tests("VoiceHistory", ["CSQLite", "VoiceDiff", "VoiceTestSupport"]),
        tests(
            "ProgramEngine",
            [
                "VoiceTime", "VoiceJSON", "VoiceTrace", "VoiceRecognition", "VoiceEngine",
                "VoiceProject", "VoiceTestSupport",
            ]),
        tests(
            "VoiceFlow",
            [
                "VoiceTime", "VoiceSynthesis", "VoiceTrace", "VoiceRecognition", "VoiceEngine",
                "VoiceMedia",
                "VoiceDiff", "VoiceRun", "VoiceSession", "VoiceTestSupport", logging,
            ]),
        tests(
            "VoiceSession",
            [
                "VoiceTime", "VoiceAudio", "VoiceActivity", "VoiceTrace", "VoiceRecognition",
                "VoiceSynthesis", "VoiceDiff", "VoiceEngine", "VoiceMedia", "VoiceRun", "VoiceFlow",
                "VoiceRedaction", "VoiceTestSupport", "VoiceSessionSupport",
            ]),
        tests(
            "VoiceRedaction",
            [
                "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceAudio", "VoiceTrace", "VoiceEngine",
                "VoiceMedia", "VoiceFlow", "VoiceSession", "VoiceTestSupport",
                "VoiceSessionSupport",
            ]),
        tests(
            "VoiceCalls",
            [
                "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceAudio", "VoiceActivity",
                "VoiceTrace", "VoiceDiff", "VoiceMedia", "VoiceSession", "VoiceRedaction",
                "VoiceTestSupport",
            ]),
        tests(
            "KeenASR",
            [
                "VoiceTime", "VoiceAudio", "VoiceTrace", "VoiceRecognition", "VoiceSynthesis",
                "VoiceEngine", "VoiceMedia", "VoiceRun", "VoiceSession", "VoiceJSON", "VoiceFiles",
                "VoiceDevices", "VoiceDiff", "VoiceLive", "VoiceTestSupport",
            ]),
        tests(
            "VoiceKit",
            [
                "VoiceTime", "VoiceAudio", "VoiceLanguage", "VoiceActivity", "VoiceTrace",
                "VoiceRecognition", "VoiceSynthesis", "VoiceEngine", "VoiceMedia", "VoiceRun",
                "VoiceDiff", "VoiceSession", "VoiceJSON", "VoiceFiles", "VoiceTestSupport",
            ]),
        tests(
            "SayKit",
            [
                "VoiceDiff", "VoiceTime", "VoiceAudio", "VoiceLanguage", "VoiceTrace",
                "VoiceRecognition",
                "VoiceSynthesis", "VoiceEngine", "VoiceMedia", "VoiceRun", "VoiceSession",
                "VoiceJSON", "VoiceFiles", "VoiceTestSupport",
            ]),
        tests(
            "VoiceLive",
            [
                "VoiceTime", "VoiceAudio", "VoiceSynthesis", "VoiceDevices", "VoiceTrace",
                "VoiceRecognition", "VoiceEngine", "VoiceMedia", "VoiceRun", "VoiceFlow",
                "VoiceSession",
                "VoiceTestSupport",
            ]),
        tests(
            "VoiceProject",
            [
                "VoiceTime", "VoiceSynthesis", "VoiceTrace", "VoiceDiff", "VoiceEngine",
                "VoiceMedia", "VoiceRecognition",
                "VoiceFlow", "VoiceSession", "VoiceTestSupport",
            ]),
        .testTarget(
            name: "voicetestTests",
            dependencies: [
                "voicetest", "VoiceTime", "VoiceAudio", "VoiceActivity", "VoiceSynthesis",
                "VoiceDevices", "VoiceTrace", "VoiceDiff",
                "VoiceRecognition", "VoiceEngine", "VoiceMedia", "VoiceFlow", "KeenASR",
                "VoiceKit", "SayKit", "VoiceSession", "VoiceLive",
                "VoiceTestSupport",
            ],
            path: "Tests/\(place("voicetest"))Tests",
            swiftSettings: tested),
    ],
    swiftLanguageModes: [.v6]
)
