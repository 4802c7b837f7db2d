import CCarriedFiles
import VoiceFiles

/// The files of the clients that stand beside a bot: those that it needs, and no others.
enum ClientFiles {
    typealias File = (path: String, bytes: [UInt8])

    /// The files for a bot in `language` whose files import `modules`, start `children` and ask
    /// services by `grpc`.
    static func needed(
        _ language: SourceFile.Language, _ modules: [ImportedModules], children: Bool, grpc: Bool
    ) -> [File] {
        guard language == .python else {
            let client = [("voicetest-app.mjs", carried_voicetest_app_mjs().array)]
            return children ? client + nodeChildren : client
        }
        func imports(_ name: String) -> Bool { modules.contains { $0.first(name) != nil } }
        var files: [File] = [("voicetest_app.py", carried_voicetest_app_py().array)]
        if imports("voicetest_pipecat") {
            files.append(pipecat[0])
        } else if imports("pipecat") {
            files += pipecat
        }
        if imports("voicetest_livekit") {
            files.append(liveKit[0])
        } else if imports("livekit.agents") {
            files += liveKit
        }
        if imports("pyaudio") || imports("speech_recognition") { files += pyaudio + card }
        if imports("sounddevice") { files += sounddevice + card }
        if imports("pyttsx3") {
            files.append(("voicetest_pyttsx3.py", carried_voicetest_pyttsx3_py().array))
        }
        if grpc { files += self.grpc }
        if children { files += self.children + card }
        var names: Set<String> = []
        return files.filter { names.insert($0.path).inserted }
    }

    /// The adapter of Pipecat, then what takes the place of its runner and its transports.
    static let pipecat: [File] = [
        ("voicetest_pipecat.py", carried_voicetest_pipecat_py().array),
        ("voicetest_pipecat_runner.py", carried_voicetest_pipecat_runner_py().array),
        ("voicetest_pipecat_transports.py", carried_voicetest_pipecat_transports_py().array),
        ("voicetest_pipecat_absent.py", carried_voicetest_pipecat_absent_py().array),
    ]

    /// The adapter of LiveKit, then what takes the place of its worker and its room.
    static let liveKit: [File] = [
        ("voicetest_livekit.py", carried_voicetest_livekit_py().array),
        ("voicetest_livekit_worker.py", carried_voicetest_livekit_worker_py().array),
        ("voicetest_livekit_room.py", carried_voicetest_livekit_room_py().array),
    ]

    private static let card: [File] = [
        ("voicetest_card.py", carried_voicetest_card_py().array)
    ]

    private static let pyaudio: [File] = [
        ("voicetest_pyaudio.py", carried_voicetest_pyaudio_py().array)
    ]

    private static let sounddevice: [File] = [
        ("voicetest_sounddevice.py", carried_voicetest_sounddevice_py().array),
        ("voicetest_sounddevice_card.py", carried_voicetest_sounddevice_card_py().array),
    ]

    private static let children: [File] = [
        ("voicetest_children.py", carried_voicetest_children_py().array),
        ("voicetest_child_commands.py", carried_voicetest_child_commands_py().array),
        ("voicetest_child_files.py", carried_voicetest_child_files_py().array),
    ]

    /// Stand-ins of gRPC's channels.
    private static let grpc: [File] = [
        ("voicetest_grpc.py", carried_voicetest_grpc_py().array),
        ("voicetest_grpc_aio.py", carried_voicetest_grpc_aio_py().array),
        ("voicetest_grpc_call.py", carried_voicetest_grpc_call_py().array),
    ]

    private static let nodeChildren: [File] = [
        ("voicetest-children.cjs", carried_voicetest_children_cjs().array),
        ("voicetest-child-commands.cjs", carried_voicetest_child_commands_cjs().array),
        ("voicetest-child-card.cjs", carried_voicetest_child_card_cjs().array),
    ]

    /// The versions of a framework that the adapter in `file` is tested with, oldest first.
    static func tested(_ file: File) -> [String] {
        let text = String(decoding: file.bytes, as: UTF8.self)
        let list = text.firstMatch(of: #/\nTESTED = \((.*)\)/#)?.1 ?? ""
        return list.matches(of: #/"([^"]+)"/#).map { String($0.1) }
    }
}
