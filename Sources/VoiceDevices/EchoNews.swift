/// What is known about where the loudspeaker is heard.
public enum EchoNews: Sendable, Equatable {
    /// Nothing but what the host's times say: within the next 10 ms nothing louder than `loudest`,
    /// a mean square over 10 ms, can be heard, whenever it comes.
    case sought(loudest: Float)
    /// It is found where the reference stood, or there is none.
    case settled
    /// It is found elsewhere, and the reference stands there from now on; `loudest` as above.
    case moved(loudest: Float)
}
