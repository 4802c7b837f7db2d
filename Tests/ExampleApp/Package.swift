// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ExampleApp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "voicetest", path: "../..")],
    targets: [
        .executableTarget(
            name: "ExampleApp", dependencies: [.product(name: "VoiceFlow", package: "voicetest")])
    ]
)
