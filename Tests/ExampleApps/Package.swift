// swift-tools-version: 6.2
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "voicetest") }

let package = Package(
    name: "ExampleApps",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "voicetest", path: "../..")],
    targets: [
        .executableTarget(
            name: "ExampleApp", dependencies: [product("STVoiceFlow"), product("VoiceRun")]),
        .executableTarget(
            name: "TalkingApp",
            dependencies: [
                product("VoiceFlow"), product("VoiceRun"), product("VoiceLive"),
                product("VoiceSession"), product("VoiceMedia"), product("VoiceRecognition"),
            ]),
        .executableTarget(
            name: "ReadingTutor",
            dependencies: [
                product("KeenASR"), product("VoiceRun"), product("VoiceLive"),
                product("VoiceSession"), product("VoiceMedia"), product("VoiceTrace"),
            ]),
        .executableTarget(
            name: "SayKitApp",
            dependencies: [
                product("SayKit"), product("VoiceRun"), product("VoiceLive"),
                product("VoiceSession"), product("VoiceMedia"), product("VoiceTrace"),
            ]),
        .executableTarget(
            name: "VoiceKitApp",
            dependencies: [
                product("VoiceKit"), product("VoiceRun"), product("VoiceLive"),
                product("VoiceSession"), product("VoiceMedia"), product("VoiceTrace"),
                product("VoiceAudio"),
            ]),
    ]
)
