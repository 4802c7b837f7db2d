// swift-tools-version: 6.2
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "voicetest") }

let package = Package(
    name: "ReadingTutor",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "voicetest", path: "../..")],
    targets: [
        .executableTarget(
            name: "ReadingTutor",
            dependencies: [
                product("KeenASR"), product("VoiceRun"), product("VoiceLive"),
                product("VoiceSession"), product("VoiceMedia"), product("VoiceTrace"),
            ])
    ]
)
