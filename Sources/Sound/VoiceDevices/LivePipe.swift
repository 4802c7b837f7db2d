internal import VoiceAudio

/// Turns what a device captured into what a session hears: the session's rate, without echo, with
/// its gaps where they belong.
///
/// Shape: pieces of a port in, pieces of the session's microphone out, the same whatever blocks the
/// device works in. A pure machine; not part of the callback.
public struct LivePipe: ~Copyable {
    /// A piece of the session's microphone.
    public enum Piece: Equatable {
        /// Frames at the session's rate.
        case sound([Int16])
        /// A gap of so many lost frames: the clock goes on, the microphone is silent.
        case gap(frames: Int64)
        /// The loudspeaker was silent for so many frames though something was due.
        case lostOutput(frames: Int64)
    }

    private let deviceRate: Int64
    private let sessionRate: Int64
    private let hopFrames: Int
    private var heardRate: RateConverter?
    private var playedRate: RateConverter?
    private var canceller: EchoCanceller?
    /// Whether this pipe can take out what sounded while a frame was heard.
    public let offersEchoCancellation: Bool
    private var heard: [Float] = []
    private var played: [Float] = []
    private var framesIn: Int64 = 0
    /// Samples that are ready; the first frame of them is ``framesOut``.
    private var ready: [Int16] = []
    private var framesOut: Int64 = 0
    /// Frames that a gap stands for already.
    private var skipped: Int64 = 0
    private var marks: [(frame: Int64, piece: Piece)] = []

    /// A pipe from a device to a session.
    ///
    /// `cancelsEcho` takes out what sounded while a frame was heard.
    /// - Throws: the library's error for a rate it does not convert.
    package init(deviceRate: Int, sessionRate: Int, cancelsEcho: Bool) throws {
        self.deviceRate = Int64(deviceRate)
        self.sessionRate = Int64(sessionRate)
        hopFrames = sessionRate / 100
        if deviceRate != sessionRate {
            heardRate = try RateConverter(from: deviceRate, to: sessionRate, quality: .medium)
            playedRate = try RateConverter(from: deviceRate, to: sessionRate, quality: .fast)
        }
        offersEchoCancellation = cancelsEcho
        canceller = cancelsEcho ? EchoCanceller(rate: sessionRate) : nil
    }

    /// Takes echo out from the next hop on, or stops that; does nothing where the pipe does not
    /// offer it. A canceller that is switched on begins untrained.
    package mutating func cancelEcho(_ isWanted: Bool) {
        guard offersEchoCancellation, isWanted != (canceller != nil) else { return }
        canceller = isWanted ? EchoCanceller(rate: Int(sessionRate)) : nil
    }

    /// Takes the pieces of a port.
    public mutating func take(_ pieces: [DuplexPort.Piece]) -> [Piece] {
        for piece in pieces {
            switch piece {
            case .frames(let frames): append(frames)
            case .lost(let frames): lose(frames)
            case .echo(let news):
                workHops()
                canceller?.update(news)
            case .lostOutput(let frames):
                marks.append(
                    (sessionFrame(framesIn), .lostOutput(frames: sessionFrame(Int64(frames)))))
            }
        }
        workHops()
        return give()
    }

    private func sessionFrame(_ frame: Int64) -> Int64 { frame * sessionRate / deviceRate }

    private mutating func lose(_ frames: Int) {
        let start = sessionFrame(framesIn)
        let length = sessionFrame(framesIn + Int64(frames)) - start
        marks.append((start, .gap(frames: length)))
        append([DuplexSample](repeating: DuplexSample(heard: 0, played: 0), count: frames))
    }

    private mutating func append(_ frames: [DuplexSample]) {
        framesIn += Int64(frames.count)
        let lanes = (frames.map(\.heard), frames.map(\.played))
        if heardRate == nil {
            heard += lanes.0
            played += lanes.1
        } else {
            lanes.0.withUnsafeBufferPointer { heardRate?.append($0, isLast: false, to: &heard) }
            lanes.1.withUnsafeBufferPointer { playedRate?.append($0, isLast: false, to: &played) }
        }
    }

    private mutating func workHops() {
        let hops = min(heard.count, played.count) / hopFrames
        for hop in 0..<hops {
            let range = (hop * hopFrames)..<((hop + 1) * hopFrames)
            let heardHop = heard[range].map(PCM16.sample)
            if canceller == nil {
                ready += heardHop
            } else {
                let playedHop = played[range].map(PCM16.sample)
                ready += canceller?.process(heard: heardHop, played: playedHop) ?? heardHop
            }
        }
        heard.removeFirst(hops * hopFrames)
        played.removeFirst(hops * hopFrames)
    }

    /// Gives what is ready, with what happened at its place.
    private mutating func give() -> [Piece] {
        var pieces: [Piece] = []
        var rest = ready[...]
        func sound(_ samples: ArraySlice<Int16>) {
            if !samples.isEmpty { pieces.append(.sound(Array(samples))) }
        }
        while !rest.isEmpty {
            let skip = Int(min(skipped, Int64(rest.count)))
            rest = rest.dropFirst(skip)
            skipped -= Int64(skip)
            framesOut += Int64(skip)
            guard skipped == 0 else { break }
            let next = marks.first.map { Int(min($0.frame - framesOut, Int64(rest.count))) }
            let count = max(0, next ?? rest.count)
            sound(rest.prefix(count))
            rest = rest.dropFirst(count)
            framesOut += Int64(count)
            guard let mark = marks.first, mark.frame <= framesOut, !rest.isEmpty else { continue }
            marks.removeFirst()
            pieces.append(mark.piece)
            if case .gap(let frames) = mark.piece { skipped = frames }
        }
        ready.removeAll(keepingCapacity: true)
        return pieces
    }
}
