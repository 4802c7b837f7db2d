// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of the document that apps are written against.

/// Result of a call of an ``STVoiceFlowRunner``.
///
/// The raw values are this package's own: the document leaves them open.
public enum ST_RESULT: Int, Sendable, CaseIterable {
    /// The call did what it says.
    case ST_SUCCESS = 0
    /// The user is being asked; `STVFC_PermissionEvent` brings the answer.
    case ST_PERMISSION_WAIT
    /// The user allows it.
    case ST_PERMISSION_GRANTED
    /// The user refused it.
    case ST_PERMISSION_DENIED
    /// The device does not let the user allow it.
    case ST_PERMISSION_RESTRICTED
    /// `initialize()` comes first.
    case ST_NOT_INITIALIZED
    /// An argument has a value that the call does not take.
    case ST_INVALID_PARAMETER
    /// No folder of its category has the file.
    case ST_FILE_NOT_FOUND
    /// The file exists and cannot be read.
    case ST_FILE_READ_FAILURE
    /// The text is no JSON in the dialect of voiceflow files.
    case ST_JSON_PARSE_FAILURE
    /// The JSON lacks a key, or holds something of another type than is wanted.
    case ST_JSON_SCHEMA_FAILURE
    /// A flow has to be loaded first.
    case ST_VOICEFLOW_NOT_LOADED
    /// A prompt list has to be loaded first.
    case ST_AUDIO_PROMPTS_NOT_LOADED
    /// The flow runs; the call needs one that does not.
    case ST_VOICEFLOW_ALREADY_RUNNING
    /// No flow runs.
    case ST_VOICEFLOW_NOT_RUNNING
    /// The flow runs and does not wait in a `pauseResume` module.
    case ST_VOICEFLOW_NOT_PAUSED
    /// No module has that id.
    case ST_VFM_NOT_FOUND
    /// No prompt has that id, or none is named.
    case ST_PROMPT_NOT_FOUND
    /// The current module is not of the type `audioListener`.
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
    /// The call failed for a reason that no other result names.
    case ST_INTERNAL_FAILURE

    /// Finds the result of that name; an internal failure for an unknown name.
    init(name: String) {
        self = Self.allCases.first { "\($0)" == name } ?? .ST_INTERNAL_FAILURE
    }
}

/// Purposes of files.
public enum STFileCategory: Sendable, CaseIterable {
    /// Recorded audio to play.
    case FC_PLAY_AUDIO
    /// Text files to synthesise.
    case FC_PLAY_TEXT
    /// Folder for recordings.
    case FC_RECORD_AUDIO
    /// The recognizer's task, phrase and dictionary files.
    case FC_SPEECH_RECOGNITION
    /// The synthesiser's aliases and phonemes.
    case FC_SPEECH_SYNTHESIS
    /// Voiceflows, prompt lists and audio-to-text maps.
    case FC_VOICEFLOW
}

/// Subject of a media event.
public enum STNotifyMediaFunction: Sendable, CaseIterable {
    /// A whole prompt or collection.
    case NMF_PLAY_AUDIO
    /// One audio file or one synthesised text of a prompt.
    case NMF_PLAY_AUDIO_SEGMENT
    /// A recording of the caller.
    case NMF_RECORD_AUDIO
    /// Listening for words.
    case NMF_RECOGNIZE_AUDIO
    /// A text that is spoken.
    case NMF_PLAY_TEXT
    /// The audio session, as when a telephone call interrupts it.
    case NMF_AUDIO_SESSION
    /// The permission for microphone or recognizer.
    case NMF_PERMISSION
    /// A function that no other case names.
    case NMF_UNKNOWN
}

/// Kind of a media event.
public enum STNotifyMediaEvent: Sendable, CaseIterable {
    /// The function began.
    case NME_STARTED
    /// The function ran to its end.
    case NME_ENDED
    /// The function was cut short.
    case NME_STOPPED
    /// The function paused and can continue.
    case NME_PAUSED
    /// The function continued after a pause.
    case NME_RESUMED
    /// A recording has come so far; see `notifyPosMs`.
    case NME_POSITION
    /// The function failed.
    case NME_ERROR
    /// The detector decided that the caller began to speak.
    case NME_SPEECH_STARTED
    /// The detector decided that the caller's speech is over.
    case NME_SPEECH_ENDED
    /// The recognizer returned words of speech under way.
    case NME_SR_HYPOTHESIS_PARTIAL
    /// The recognizer returned the words of an utterance.
    case NME_SR_HYPOTHESIS_FINAL
    /// The caller was silent for as long as the module allows.
    case NME_SR_TIMEOUT
    /// The recognizer failed.
    case NME_SR_ERROR
    /// Another app took the audio session.
    case NME_INTERRUPTION_BEGAN
    /// The audio session came back.
    case NME_INTERRUPTION_ENDED
    /// The user allows the microphone.
    case NME_MICROPHONE_PERMISSION_GRANTED
    /// The user refused the microphone.
    case NME_MICROPHONE_PERMISSION_DENIED
    /// The user allows speech recognition.
    case NME_SPEECHRECOGNIZER_PERMISSION_GRANTED
    /// The user refused speech recognition.
    case NME_SPEECHRECOGNIZER_PERMISSION_DENIED
    /// The device does not let the user allow recognition.
    case NME_SPEECHRECOGNIZER_PERMISSION_RESTRICTED
}

/// Material of one played segment.
public enum STAudioSegmentType: Sendable, CaseIterable {
    /// A recorded sound file.
    case AST_AUDIO_FILE
    /// A text; with `audioFile` too when it stands in for that file.
    case AST_TEXT_STRING
    /// The text of a file, spoken.
    case AST_TEXT_FILE
}

/// Purpose of an audio session, as the platform names it.
public enum STAudioSessionMode: String, Sendable, CaseIterable {
    /// Mode that the system takes where an app names none: voice chat.
    case ASM_Default = "default"
    /// Conversation with another person, with echo cancellation.
    case ASM_VoiceChat = "voiceChat"
    /// Conversation within a game.
    case ASM_GameChat = "gameChat"
    /// Continuous speech, as in an audio book.
    case ASM_SpokenAudio = "spokenAudio"
}
