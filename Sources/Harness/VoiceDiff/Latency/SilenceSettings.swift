package import VoiceJSON
package import VoiceTime
internal import VoiceTrace

/// The settings of a run that ask for silence or a pause, by which a decision is named.
package struct SilenceSettings: Sendable {
    private let settings: [(name: String, frames: Frame)]

    /// The settings among `settings` that ask for silence, in their order, at a clock of `rate`.
    package init(_ settings: JSONObject, rate: SampleRate) {
        self.settings = settings.members.compactMap { member in
            let name = member.key.lowercased()
            guard name.hasSuffix("ms"), name.contains("silence") || name.contains("pause"),
                let time = member.value.integer, (0...SessionManifest.secondsLimit).contains(time)
            else { return nil }
            return (member.key, rate.frames(milliseconds: time))
        }
    }

    /// The first that asks for so many frames; nil where none does.
    package func name(of limit: Frame?) -> String? {
        settings.first { $0.frames == limit }?.name
    }
}
