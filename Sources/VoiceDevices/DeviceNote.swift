/// What a callback tells the core besides sound.
struct DeviceNote {
    enum Kind {
        /// So many frames were lost before `position`.
        case lost
        /// When the frame at `position` was captured, or will sound.
        case times
    }

    var kind: Kind
    /// Frames in the ring before it, since the beginning.
    var position: Int
    var frames = 0
    /// How many of them the host lost; the ring had no room for the others.
    var hostFrames = 0
    /// When the frame passes the microphone or the loudspeaker, in seconds of the host's clock.
    var moment = 0.0
    /// How long that is from the callback, in seconds: a captured block's end before it, the
    /// beginning of a played one after it.
    var distance = 0.0
}
