internal import VoiceEngine
internal import VoiceTrace

/// Calls that say what surrounds an app, such as its saved files: a replay repeats the recorded
/// ones.
struct SurroundingCalls {
    private let names: Set<String>

    /// The calls that an engine declares to say what surrounds an app.
    init(_ calls: [EngineDeclaration.Call] = []) {
        names = Set(calls.filter(\.isOfSurroundings).map(\.name))
    }

    /// The app's own calls, and among them what was recorded of its surroundings, up to the last
    /// that it makes.
    func merged(_ calls: [EngineCall], with recorded: [EngineCall]) -> [EngineCall] {
        guard !names.isEmpty else { return calls }
        var own = calls.filter { !names.contains($0.name) }[...]
        var merged: [EngineCall] = []
        for call in recorded {
            if own.isEmpty { break }
            if names.contains(call.name) {
                merged.append(call)
            } else if let next = own.popFirst() {
                merged.append(next)
            }
        }
        return merged + own
    }
}
