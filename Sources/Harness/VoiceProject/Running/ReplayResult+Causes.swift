package import VoiceDiff
internal import VoiceJSON
internal import VoiceRecognition
package import VoiceSession
internal import VoiceTrace

extension ReplayResult {
    /// Settings that this replay changed.
    package var changedSettings: [Cause] {
        changes.map { change in
            Cause(
                setting: SettingChange(
                    name: change.name, expected: .integer(Int64(change.recorded)),
                    found: .integer(Int64(change.used))))
        }
    }

    /// Says that a later version of `program` recorded the session with settings that `program`
    /// does not have, in a sentence; empty where it did not.
    package func laterSettings(than program: String) -> [String] {
        manifest.laterSettings(unknownSettings, than: program).map { [$0] } ?? []
    }

    /// Causes that the session was recorded with another recognizer, or another version of it.
    package var changedRecognizer: [Cause] {
        outdated.map { Cause(.recognizer, key: manifest.recognizer.kind, what: $0) }
    }
}
