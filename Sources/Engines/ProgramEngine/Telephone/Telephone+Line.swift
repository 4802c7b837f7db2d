internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Faults of the line between carrier and server, as a scenario has them.
extension Telephone {
    /// Messages that the line holds back, and the frames until which it does.
    struct LineState: Equatable {
        /// Frame until which everything is held back, and what is.
        var stalledUntil: Frame = 0
        var held: [ProgramInput] = []
        /// Time by which the beginning of the stream is late.
        var lateness: Frame = 0
        /// Frame until which frames of sound are shuffled, and the one that waits.
        var shuffledUntil: Frame = 0
        var waiting: ProgramInput?
    }

    /// Does what a scenario says to the line.
    mutating func disturb(_ fault: LineFault, for frames: Frame, at frame: Frame) {
        guard !isOver else { return }
        switch fault {
        case .stall: lineState.stalledUntil = max(lineState.stalledUntil, frame + frames)
        case .lateStart:
            guard stream == nil else {
                add(
                    .note(
                        "the scenario makes the stream begin late, and it is open already. Name an"
                            + " earlier time in \"atMs\", such as 0."))
                return
            }
            lineState.lateness = frames
        case .shuffle:
            guard settings.carrier.sends.mayShuffle else {
                add(
                    .object(
                        "The scenario shuffles the sound of the call (\"shuffleMs\"), and"
                            + " \(settings.carrier.name) keeps its order. Remove the line of the"
                            + " caller.", line: nil))
                return
            }
            lineState.shuffledUntil = max(lineState.shuffledUntil, frame + frames)
        case .cutOff: cutOff(at: frame)
        }
    }

    /// Ends the call without a word to the server.
    private mutating func cutOff(at frame: Frame) {
        guard phase != .waiting else { return objectToSilence() }
        add(.emit("hungUp", ["by": "carrier"], line: nil))
        (lineState.held, lineState.waiting) = ([], nil)
        if let number = stream?.connection {
            connections[number] = nil
            stream = nil
            if relay != nil { _ = leaveRelay(status: "failed", handoff: nil, at: frame) }
            add(.tell(.close(connection: number, code: nil, reason: "")))
        }
        leave(at: frame)
        end(at: frame)
    }

    /// Tells the server something on its stream, as the line lets it through.
    mutating func tellOnLine(_ input: ProgramInput, isSound: Bool = false) {
        if isSound, lineState.waiting == nil, tick < lineState.shuffledUntil {
            lineState.waiting = input
            return
        }
        let waiting = lineState.waiting
        lineState.waiting = nil
        let inputs = (isSound ? [input, waiting] : [waiting, input]).compactMap { $0 }
        if tick < lineState.stalledUntil || !lineState.held.isEmpty {
            lineState.held += inputs
        } else {
            for input in inputs { tell(input) }
        }
    }

    /// Lets through what was held back, once that is over or the stream ends.
    mutating func releaseLine(atEnd isEnd: Bool = false) {
        if isEnd, let waiting = lineState.waiting {
            lineState.held.append(waiting)
            lineState.waiting = nil
        }
        guard isEnd || tick >= lineState.stalledUntil else { return }
        for input in lineState.held { tell(input) }
        lineState.held = []
    }

    /// Begins the stream where that is due.
    mutating func beginStream(at frame: Frame) {
        guard let begins = stream?.begins, frame >= begins else { return }
        stream?.begins = nil
        stream?.talk.pinged = frame
        if let offer = following.offer {
            beginRelay(offer)
        } else {
            for message in settings.carrier.sends.opening { sendMessage(message) }
        }
    }
}
