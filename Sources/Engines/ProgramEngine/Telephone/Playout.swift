internal import VoiceTime

/// Buffer of a carrier: sound of the server on its way to the caller, with the marks behind it.
///
/// It accounts for each sample: sent, and then heard or thrown away. A sound is what plays without
/// a pause; an item is what the model of the server calls a piece of its speech.
struct Playout {
    /// Samples of one sound and one item.
    struct Piece: Equatable {
        let sound: Int
        let item: String?
        var frames: Frame
        /// Frame at which the last sample was heard.
        var end: Frame = 0
    }

    private enum Entry {
        case sound(Piece)
        case mark(String)
    }

    private var queue: [Entry] = []
    /// Frame up to which it is played.
    private var played: Frame = 0
    /// Stretch of one item that is being heard.
    private(set) var hearing: Piece?
    /// Marks that are to go back, in order.
    private var returned: [String] = []
    /// Frame at which the last sample was heard.
    private(set) var lastHeard: Frame = 0

    /// Whether nothing is left to be heard.
    var isEmpty: Bool {
        !queue.contains { if case .sound = $0 { true } else { false } }
    }

    /// Takes the marks away that are to go back.
    mutating func takeReturned() -> [String] {
        defer { returned = [] }
        return returned
    }

    mutating func add(_ piece: Piece) {
        if case .sound(var last)? = queue.last, last.sound == piece.sound, last.item == piece.item {
            last.frames += piece.frames
            queue[queue.count - 1] = .sound(last)
        } else {
            queue.append(.sound(piece))
        }
    }

    mutating func add(mark: String) { queue.append(.mark(mark)) }

    /// Plays up to `frame`.
    ///
    /// - Returns: the stretches that were heard to their end.
    mutating func play(to frame: Frame) -> [Piece] {
        var over: [Piece] = []
        var time = played
        var done = 0
        loop: while done < queue.count {
            switch queue[done] {
            case .mark(let name): returned.append(name)
            case .sound(var piece):
                let count = min(piece.frames, frame - time)
                guard count > 0 else { break loop }
                if let end = hear(piece, count) { over.append(end) }
                time += count
                lastHeard = time
                hearing?.end = time
                piece.frames -= count
                guard piece.frames == 0 else {
                    queue[done] = .sound(piece)
                    break loop
                }
            }
            done += 1
        }
        queue.removeFirst(done)
        played = max(played, frame)
        return over
    }

    /// Counts samples as heard; returns the stretch that ends with them.
    private mutating func hear(_ piece: Piece, _ count: Frame) -> Piece? {
        if hearing?.sound == piece.sound, hearing?.item == piece.item {
            hearing?.frames += count
            return nil
        }
        defer { hearing = Piece(sound: piece.sound, item: piece.item, frames: count) }
        return hearing
    }

    /// Ends the stretch that is being heard.
    mutating func endHearing() -> Piece? {
        defer { hearing = nil }
        return hearing
    }

    /// Throws away what is left; where `returnsMarks`, its marks go back.
    mutating func clear(returnsMarks: Bool) -> [Piece] {
        var thrown: [Piece] = []
        for entry in queue {
            switch entry {
            case .sound(let piece): thrown.append(piece)
            case .mark(let name): if returnsMarks { returned.append(name) }
            }
        }
        queue = []
        return thrown
    }
}
