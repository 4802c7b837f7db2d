// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the document that apps are written against.

/// How a call of an ``STVoiceFlowRunner`` came out.
///
/// The raw values are this package's own: the document leaves them open.
public enum ST_RESULT: Int, Sendable, CaseIterable {
    case ST_SUCCESS = 0
    /// The user is being asked; `STVFC_PermissionEvent` brings the answer.
    case ST_PERMISSION_WAIT
    case ST_PERMISSION_GRANTED
    case ST_PERMISSION_DENIED
    case ST_PERMISSION_RESTRICTED
    /// `initialize()` comes first.
    case ST_NOT_INITIALIZED
    case ST_INVALID_PARAMETER
    case ST_FILE_NOT_FOUND
    case ST_FILE_READ_FAILURE
    /// The text is no JSON in the dialect of voiceflow files.
    case ST_JSON_PARSE_FAILURE
    /// The JSON lacks a key, or holds something of another type than is wanted.
    case ST_JSON_SCHEMA_FAILURE
    case ST_VOICEFLOW_NOT_LOADED
    case ST_AUDIO_PROMPTS_NOT_LOADED
    case ST_VOICEFLOW_ALREADY_RUNNING
    case ST_VOICEFLOW_NOT_RUNNING
    case ST_VOICEFLOW_NOT_PAUSED
    /// No module has that id.
    case ST_VFM_NOT_FOUND
    /// No prompt has that id, or none is named.
    case ST_PROMPT_NOT_FOUND
    case ST_NOT_IN_AUDIO_LISTENER
    /// Nothing is being recorded.
    case ST_NOT_RECORDING
    /// Reserved: an audio session is a wish here, and nothing that could fail to start.
    case ST_AUDIO_SESSION_FAILURE
    /// A device failed that a module played or listened with, or a recording cannot be written.
    case ST_AUDIO_DEVICE_FAILURE
    /// A prompt had a text, and it could not be spoken.
    case ST_SS_FAILURE
    /// The recognizer failed.
    case ST_SR_FAILURE
    /// Reserved: nothing of the document is refused for the platform's sake.
    case ST_NOT_SUPPORTED
    case ST_INTERNAL_FAILURE

    /// The result of that name; an internal failure for a name that is none.
    init(name: String) {
        self = Self.allCases.first { "\($0)" == name } ?? .ST_INTERNAL_FAILURE
    }
}

/// What files are for.
public enum STFileCategory: Sendable, CaseIterable {
    /// Recorded audio to play.
    case FC_PLAY_AUDIO
    /// Text files to synthesise.
    case FC_PLAY_TEXT
    /// Where recordings go.
    case FC_RECORD_AUDIO
    /// The recognizer's task, phrase and dictionary files.
    case FC_SPEECH_RECOGNITION
    /// The synthesiser's aliases and phonemes.
    case FC_SPEECH_SYNTHESIS
    /// Voiceflows, prompt lists and audio-to-text maps.
    case FC_VOICEFLOW
}

/// What a media event is about.
public enum STNotifyMediaFunction: Sendable, CaseIterable {
    /// A whole prompt or collection.
    case NMF_PLAY_AUDIO
    /// One audio file or one synthesised text of a prompt.
    case NMF_PLAY_AUDIO_SEGMENT
    case NMF_RECORD_AUDIO
    case NMF_RECOGNIZE_AUDIO
    case NMF_PLAY_TEXT
    case NMF_AUDIO_SESSION
    case NMF_PERMISSION
    case NMF_UNKNOWN
}

/// What happened, in a media event.
public enum STNotifyMediaEvent: Sendable, CaseIterable {
    case NME_STARTED
    /// It ran to its end.
    case NME_ENDED
    /// It was cut short.
    case NME_STOPPED
    case NME_PAUSED
    case NME_RESUMED
    /// How far a recording has come; see `notifyPosMs`.
    case NME_POSITION
    case NME_ERROR
    case NME_SPEECH_STARTED
    case NME_SPEECH_ENDED
    case NME_SR_HYPOTHESIS_PARTIAL
    case NME_SR_HYPOTHESIS_FINAL
    case NME_SR_TIMEOUT
    case NME_SR_ERROR
    case NME_INTERRUPTION_BEGAN
    case NME_INTERRUPTION_ENDED
    case NME_MICROPHONE_PERMISSION_GRANTED
    case NME_MICROPHONE_PERMISSION_DENIED
    case NME_SPEECHRECOGNIZER_PERMISSION_GRANTED
    case NME_SPEECHRECOGNIZER_PERMISSION_DENIED
    case NME_SPEECHRECOGNIZER_PERMISSION_RESTRICTED
}

/// What one played segment is made of.
public enum STAudioSegmentType: Sendable, CaseIterable {
    case AST_AUDIO_FILE
    /// A text; with `audioFile` too when it stands in for that file.
    case AST_TEXT_STRING
    case AST_TEXT_FILE
}

/// The mode of an audio session.
public enum STAudioSessionMode: String, Sendable, CaseIterable {
    /// What the system takes where an app names no mode: voice chat.
    case ASM_Default = "default"
    case ASM_VoiceChat = "voiceChat"
    case ASM_GameChat = "gameChat"
    case ASM_SpokenAudio = "spokenAudio"
}
