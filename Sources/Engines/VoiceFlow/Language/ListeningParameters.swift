internal import VoiceEngine
internal import VoiceJSON

/// Parameters by which a module listens or records: limits in milliseconds, nil takes the engine's
/// setting.
struct ListeningParameters: Sendable, Equatable {
    /// The name of the recording job; the module's id when absent.
    var item: FlowText?
    /// Whether the limits of speech and silence count; otherwise the recognizer's own, the
    /// engine's settings, do.
    var isEnabled: RuntimeValue<Bool>
    var minSpeech: RuntimeValue<Int64?>
    var minSilence: RuntimeValue<Int64?>
    var preSpeechSilence: RuntimeValue<Int64?>
    var postSpeechSilence: RuntimeValue<Int64?>
    var maxSpeech: RuntimeValue<Int64?>
    var maxAudio: RuntimeValue<Int64?>
    /// Longest recording; differs from `maxAudio` where silence before speech is trimmed off.
    var maxRecord: RuntimeValue<Int64?>
    /// Interval at which the length so far is told; 0 never.
    var notifyPosition: RuntimeValue<Int64?>
    /// Whether speech under way is recognised as far as it goes.
    var partialResults: RuntimeValue<Bool>
    /// Whether keys of a telephone count as words.
    var takesKeys: RuntimeValue<Bool>
    /// Whether a recording loses the silence around speech.
    var trimsSilence: RuntimeValue<Bool>
    /// Whether the untrimmed sound is kept in a file of its own.
    var keepsUntrimmed: RuntimeValue<Bool>
    var prompt: RecordPrompt?
    var save: SaveParameters?

    /// A prompt that belongs to a recording.
    struct RecordPrompt: Sendable, Equatable {
        var id: FlowText
        /// Whether the prompt is what is recorded, and is not heard.
        var isSource: RuntimeValue<Bool>
        var path: JSONPath
    }

    /// The file type of a recording that names none.
    static let usualFileType = "wav"

    /// File that a recording is saved to.
    struct SaveParameters: Sendable, Equatable {
        var fileName: FlowText
        var fileType: FlowText?
        var folder: FlowText?
        var language: FlowText?
        var format: FlowText?

        /// Returns the file type, with `fields` as they are, in small letters.
        func type(_ fields: FieldRepository) -> String {
            (fileType.flatMap { fields.resolve($0) } ?? ListeningParameters.usualFileType)
                .lowercased()
        }

        /// Returns the reason why nothing can be saved, with `fields` as they stand; nil where it
        /// can, and where there is no name for the file.
        func refusal(_ fields: FieldRepository) -> StopReason? {
            guard let name = fields.resolve(fileName), !name.isEmpty else { return nil }
            guard ["wav", "caf"].contains(type(fields)) else { return .recordingFileError }
            guard let format = format.flatMap({ fields.resolve($0) }), !format.isEmpty,
                PCMFormat.sampleRate(format) == nil
            else { return nil }
            return .audioFormatError
        }
    }
}
