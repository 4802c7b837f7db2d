// swift-tools-version: 6.2
import PackageDescription

// A package of its own: only `scripts/tests/fuzz flow-loader` builds it, all instrumented.
let package = Package(
    name: "FlowLoader",
    dependencies: [.package(name: "voicetest", path: "../../..")],
    targets: [
        .executableTarget(
            name: "FlowFuzz",
            dependencies: [
                .product(name: "VoiceFlow", package: "voicetest")
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    ])
