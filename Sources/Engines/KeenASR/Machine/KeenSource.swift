/// Source that is listened to instead of the microphone: a sound of its own, in which speech is
/// found as if nothing was heard before.
enum KeenSource: String {
    /// A whole sound. No profile of a speaker is used either, so that the order in which files are
    /// heard changes no answer.
    case file
    /// Sound that goes on to come.
    case stream

    /// The argument of the call `startListening` that names the source.
    static let argument = "source"
}
