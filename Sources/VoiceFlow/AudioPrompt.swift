internal import VoiceTrace

/// One audio prompt module as its file describes it.
struct AudioPrompt: Sendable, Equatable {
    var id: String
    var style: PromptStyle
    var audioFile: FlowText?
    var text: FlowText?
    var textFile: FlowText?
    var isSSML: Bool
    var members: [FlowText]
    var playback: PlaybackParameters
    var voice: String
    var path: JSONPath
    /// Which of the loaded files it comes from.
    var file: String
}

/// How a prompt is played.
struct PlaybackParameters: Sendable, Equatable {
    /// How often it plays; nil plays until stopped.
    var plays: Int? = 1
    /// Thousandths of full scale.
    var volume = 1_000
    var startMilliseconds = RuntimeValue<Int64>(fixed: 0)
    var silenceBefore: Int64 = 0
    var silenceAfter: Int64 = 0
}

/// Text that stands in for missing audio files.
struct AudioTextMap: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        var audioFile: String
        var text: String
        var language: String
    }

    var entries: [Entry] = []

    /// The text for `audioFile`: by its spelling, then by its last component; in `language`, then
    /// en-US, then the first there is.
    func text(for audioFile: String, language: String) -> String? {
        let name = DiskFile.name(of: audioFile)
        for spelling in [audioFile, name] {
            let found = entries.filter { $0.audioFile == spelling }
            let best =
                found.first { $0.language == language } ?? found.first { $0.language == "en-US" }
                ?? found.first
            if let best { return best.text }
        }
        return nil
    }
}
