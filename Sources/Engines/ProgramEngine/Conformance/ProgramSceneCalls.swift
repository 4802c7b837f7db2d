internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The answers that a check gives to outside calls.
struct ProgramSceneCalls {
    /// Questions and answers of the run in which the program made its calls.
    struct Tape {
        var rows: [(question: CallQuestion, answer: OutsideAnswer)] = []
    }

    private struct Open {
        let question: CallQuestion
        let asked: Frame
        var answer: OutsideAnswer?
        var row: Int?
        /// Messages of the app on a call that stays open, and the frame of the last.
        var sent = 0
        var sentFrame: Frame = 0
    }

    private let scene: ProgramScene
    private(set) var tape: Tape
    private var isUsed: [Bool]
    private var open: [Int: Open] = [:]

    init(_ tape: Tape, _ scene: ProgramScene) {
        self.scene = scene
        self.tape = scene.answers == .made ? Tape() : tape
        isUsed = self.tape.rows.map { _ in false }
    }

    /// Returns the inputs that follow an act, with their frames.
    mutating func perform(_ act: ProgramAct, at frame: Frame) -> [(Frame, ProgramInput)] {
        switch act.kind {
        case .call(let id, let question):
            open[id] = Open(question: question, asked: frame, sentFrame: frame)
            if scene.answers == .made { return [(frame, .make(id: id))] }
            return answer(id, recorded(question))
        case .made(let id, let answer):
            guard let call = open[id] else { return [] }
            open[id]?.row = tape.rows.count
            tape.rows.append((call.question, answer))
            return self.answer(id, answer)
        case .came(let id, let body, let isLast):
            if let call = open[id], let row = call.row {
                tape.rows[row].answer.chunks.append(
                    .init(after: frame + 1 - call.sentFrame, body: body, behind: call.sent))
            }
            return [(frame + 1, .answer(id: id, CallPart(body: body, isLast: isLast)))]
        case .more(let id, _):
            open[id]?.sent += 1
            open[id]?.sentFrame = frame
            return messages(id, behind: open[id]?.sent ?? 0, at: frame)
        case .cancel(let id): open[id] = nil
        default: break
        }
        return []
    }

    /// Returns the recorded answer to the same question, or else to one of the same target.
    private mutating func recorded(_ question: CallQuestion) -> OutsideAnswer? {
        let made = ComparedCall(question)
        let fits = tape.rows.map { CallFit(ComparedCall($0.question), made) }
        let same = fits.indices.first { !isUsed[$0] && fits[$0].isSame }
        guard let row = same ?? fits.lastIndex(where: \.hasAddress) else { return nil }
        isUsed[row] = true
        return tape.rows[row].answer
    }

    private mutating func answer(_ id: Int, _ found: OutsideAnswer?) -> [(Frame, ProgramInput)] {
        guard let call = open[id] else { return [] }
        func input(_ after: Frame, _ part: CallPart) -> (Frame, ProgramInput) {
            (call.asked + after, .answer(id: id, part))
        }
        let refusal = CallPart(error: "ConnectionRefusedError: refused", isLast: true)
        switch scene.answers {
        case .none: return []
        case .refused: return [input(scene.block, refusal)]
        case .made, .recorded, .streamed, .cut: break
        }
        guard let found else { return [input(scene.block, refusal)] }
        open[id]?.answer = found
        if call.question.isOpen, found.error == nil {
            var head = CallPart(body: CallBody(.string(""), .text), isLast: false)
            head.status = found.status
            return [input(0, head)] + messages(id, behind: 0, at: call.asked)
        }
        var parts = found.parts
        if scene.answers == .streamed || scene.answers == .cut { parts = Self.pieces(parts) }
        if scene.answers == .cut, let first = parts.first {
            parts = [first, (first.after + scene.block, refusal)]
            parts[0].part.isLast = false
        }
        return parts.map { input($0.after, $0.part) }
    }

    /// Every part with text in up to three, a block apart.
    private static func pieces(
        _ parts: [(after: Frame, part: CallPart)]
    ) -> [(after: Frame, part: CallPart)] {
        var pieces: [(after: Frame, part: CallPart)] = []
        for (after, part) in parts {
            guard let body = part.body, part.error == nil, body.encoding != .base64 else {
                pieces.append((after, part))
                continue
            }
            let text = Array(
                (body.encoding == .json
                    ? JSONWriter.text(body.value) : body.value.string ?? "").unicodeScalars)
            let size = max(1, (text.count + 2) / 3)
            let cuts = text.isEmpty ? [0] : Array(stride(from: 0, to: text.count, by: size))
            for cut in cuts {
                var piece = part
                var scalars = String.UnicodeScalarView()
                scalars.append(contentsOf: text[cut..<min(text.count, cut + size)])
                piece.body = CallBody(.string(String(scalars)), .text)
                piece.isLast = part.isLast && cut == cuts.last
                if cut > 0 {
                    (piece.status, piece.statusLine, piece.headers) = (nil, nil, nil)
                }
                if !piece.isLast { piece.trailers = nil }
                pieces.append((after + Frame(pieces.count) * 320, piece))
            }
        }
        return pieces
    }

    /// Recorded messages of an open call that came behind the app's last one.
    private func messages(
        _ id: Int, behind sent: Int, at frame: Frame
    ) -> [(Frame, ProgramInput)] {
        guard let chunks = open[id]?.answer?.chunks else { return [] }
        return chunks.filter { $0.behind == sent }.map {
            (frame + $0.after, .answer(id: id, CallPart(body: $0.body, isLast: false)))
        }
    }
}
