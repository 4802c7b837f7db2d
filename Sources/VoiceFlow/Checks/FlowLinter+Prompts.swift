internal import VoiceTrace

/// Prompts that nothing in the flow can end.
extension FlowLinter {
    /// Warns of modules that wait for the end of a prompt that has none.
    mutating func checkEndlessPrompts() {
        let endless = endlessPrompts()
        guard !endless.isEmpty else { return }
        for module in modules where outline.reached.contains(module.id) {
            for play in Self.awaited(by: module) {
                guard
                    let id = play.prompts.lazy.compactMap(\.literalText).first(where: {
                        endless.contains($0)
                    })
                else { continue }
                flowSurvey.note(
                    .warning, play.path,
                    "\"\(id)\" plays until it is stopped: only the app can end this module")
            }
        }
    }

    /// What a module plays and must hear out before it goes on: a dialog that listens meanwhile
    /// does not wait.
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

    /// Prompts that loop for ever, whatever a field says, and those that may play one of them.
    private func endlessPrompts() -> Set<String> {
        var endless = Set(
            prompts.filter { prompt in
                let (loops, count) = (prompt.playback.loops, prompt.playback.loopCount)
                return prompt.members.isEmpty && loops.fixed && loops.field == nil
                    && count.fixed <= 0 && count.field == nil
            }.map(\.id))
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
