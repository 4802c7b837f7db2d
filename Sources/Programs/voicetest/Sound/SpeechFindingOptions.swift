import ArgumentParser
import VoiceActivity

/// Option that says how readily sound in files counts as speech, for verbs that find it there.
struct SensitivityOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "From -10 to 10: the more, the fainter or noisier sound may be to count as speech.")
    var sensitivity = 0.0

    func validate() throws {
        if !(-10...10).contains(sensitivity) {
            throw ValidationError("--sensitivity takes -10 to 10.")
        }
    }

    /// Each step is worth half a unit of the detector's log-odds.
    var settings: OfflineSettings {
        var settings = OfflineSettings()
        settings.biasMilliNats = Int((-500 * sensitivity).rounded())
        return settings
    }
}

/// Options on what counts as speech in files.
struct SpeechFindingOptions: ParsableArguments {
    @OptionGroup var readiness: SensitivityOption

    @Option(
        parsing: .unconditional, help: "The shortest sound that counts as speech, in seconds.")
    var leastSpeech = 0.08

    @Option(
        parsing: .unconditional,
        help: "The shortest silence that divides two stretches of speech, in seconds.")
    var leastPause = 0.25

    func validate() throws {
        for (name, value) in [("--least-speech", leastSpeech), ("--least-pause", leastPause)]
        where !(0...5).contains(value) {
            throw ValidationError("\(name) takes 0 to 5 seconds.")
        }
    }

    /// Settings that the detector of files compares with.
    var settings: OfflineSettings {
        var settings = readiness.settings
        settings.minSpeechMs = Int((1_000 * leastSpeech).rounded())
        settings.bridgeMs = Int((1_000 * leastPause).rounded())
        return settings
    }

    /// Refuses the options for `name`, which decides by other rules.
    ///
    /// - Throws: `ValidationError`.
    func refuse(for name: String) throws {
        guard settings != OfflineSettings() else { return }
        throw ValidationError(
            "--sensitivity, --least-speech and --least-pause change the detector of files: leave"
                + " them or \(name) out.")
    }
}
