internal import VoiceJSON
internal import VoiceTrace

/// Something that the telephone wants done.
enum TelephoneDeed: Equatable {
    /// Tell the program.
    case tell(ProgramInput)
    /// Put this into the trace.
    case emit(String, JSONObject, line: String?)
    /// Put into the trace what the caller heard.
    case heard(Playout.Piece)
    /// Let the caller hear this, behind what the sound has already.
    case play(sound: Int, ProgramSound, isLast: Bool, line: String?)
    /// No more of this sound comes, and all of it was heard.
    case endSound(Int)
    /// End this sound where it is.
    case stopSound(Int, line: String?)
    /// Hear what the caller says, in words; nil ends them with the project's silence.
    case listen(silenceMilliseconds: Int64?)
    /// Hear no more words.
    case stopListening
    /// Say why the run proves nothing.
    case object(String, line: String?)
    /// Say which rule of calls is broken.
    case unmet(String)
    /// Tell a person what cannot be judged.
    case note(String)
    /// The call is over.
    case end

    /// Whether the loop has to do it before the program hears more.
    var isTurningPoint: Bool {
        switch self {
        case .tell, .emit, .heard, .note: false
        default: true
        }
    }
}
