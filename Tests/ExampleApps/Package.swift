// swift-tools-version: 6.2
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "voicetest") }

let package = Package(
    name: "ExampleApps",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "voicetest", path: "../..")],
    targets: [
        .executableTarget(
            name: "ExampleApp", dependencies: [product("STVoiceFlow"), product("VoiceTesting")]),
        .executableTarget(
            name: "TalkingApp",
            dependencies: [
                product("VoiceFlow"), product("VoiceTesting"), product("VoiceRecognition"),
            ]),
        .executableTarget(
            name: "ReadingTutor", dependencies: [product("KeenASR"), product("VoiceTesting")]),
        .executableTarget(
            name: "SayKitApp", dependencies: [product("SayKit"), product("VoiceTesting")]),
        .executableTarget(
            name: "VoiceKitApp",
            dependencies: [product("VoiceKit"), product("VoiceTesting"), product("VoiceAudio")]),
    ]
)
