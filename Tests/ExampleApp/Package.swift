// swift-tools-version: 6.2
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "voicetest") }

let package = Package(
    name: "ExampleApp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "voicetest", path: "../..")],
    targets: [
        .executableTarget(
            name: "ExampleApp", dependencies: [product("VoiceFlow"), product("VoiceRun")]),
        .executableTarget(
            name: "TalkingApp",
            dependencies: [
                product("VoiceFlow"), product("VoiceRun"), product("VoiceLive"),
                product("VoiceSession"), product("VoiceMedia"), product("VoiceRecognition"),
            ]),
    ]
)
