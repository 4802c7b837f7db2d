internal import VoiceJSON

/// Prompts that nothing in the flow can end.
extension FlowLinter {
    /// Warns of modules that wait for the end of a prompt that has none.
    mutating func checkEndlessPrompts() {
        let endless = endlessPrompts()
        guard !endless.isEmpty else { return }
        func first(of play: PlayParameters) -> String? {
            play.prompts.lazy.compactMap(\.literalText).first { endless.contains($0) }
        }
        for module in modules where outline.reached.contains(module.id) {
            for play in Self.awaited(by: module) {
                guard let id = first(of: play) else { continue }
                flowSurvey.report(
                    .warning, play.path,
                    "\"\(id)\" plays until it is stopped: only the app can end this module")
            }
            for play in Self.interruptible(in: module) {
                guard let id = first(of: play) else { continue }
                flowSurvey.report(
                    .warning, play.path,
                    "\"\(id)\" plays until the caller speaks: silence counts only behind a prompt, "
                        + "so a caller who says nothing never times out. Let the prompt end, or "
                        + "set maxAudioLengthMs.")
            }
        }
    }

    /// Returns what a dialog plays while it listens, where nothing limits how long it listens.
    private static func interruptible(in module: FlowModule) -> [PlayParameters] {
        guard case .audioDialog(let dialog) = module.body,
            ListeningParameters.isOff(dialog.value.listening.maxAudio)
        else { return [] }
        return dialog.value.prompts.filter { $0.recognizesWhilePlaying == .init(fixed: true) }
            .map(\.play)
    }

    /// Returns what a module plays and must hear out before it goes on: a dialog that listens
    /// meanwhile does not wait.
    private static func awaited(by module: FlowModule) -> [PlayParameters] {
        switch module.body {
        case .playAudio(let play): [play]
        case .audioDialog(let dialog):
            dialog.value.prompts.filter {
                !$0.recognizesWhilePlaying.fixed && $0.recognizesWhilePlaying.field == nil
            }.map(\.play)
        default: []
        }
    }

    /// Finds prompts that loop for ever, whatever a field says, and those that may play one of
    /// them.
    private func endlessPrompts() -> Set<String> {
        var endless = Set(
            prompts.filter { $0.members.isEmpty && $0.playback.isEndless }.map(\.id))
        var isGrowing = !endless.isEmpty
        while isGrowing {
            let more = prompts.filter { prompt in
                !endless.contains(prompt.id)
                    && prompt.members.contains { $0.literalText.map(endless.contains) ?? false }
            }
            endless.formUnion(more.map(\.id))
            isGrowing = !more.isEmpty
        }
        return endless
    }
}

extension FlowText {
    fileprivate var literalText: String? {
        if case .literal(let text) = self { text } else { nil }
    }
}
