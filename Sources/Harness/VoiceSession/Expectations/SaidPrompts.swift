internal import VoiceDiff
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Prompts of a run in order, each with its words as far as trace and session tell them.
struct SaidPrompts {
    private(set) var prompts: [SaidPrompt] = []
    private let vocabulary: EventVocabulary
    private let sounds: PromptSounds
    private var open: [String: Int] = [:]
    /// Frames from the beginning of a prompt to its reports of progress.
    private var progress: [Int: [Frame]] = [:]

    /// The prompts in the events of `run`, whose requests became what `index` says.
    init(_ run: MeasuredRun, _ subject: LatencySubject?, _ index: PromptIndex) {
        vocabulary = run.vocabulary
        sounds = PromptSounds(index)
        let silences = subject?.leadingSilence ?? [:]
        let timeline = PromptTimeline(
            run.events, frames: run.frames, run.vocabulary, silences: silences)
        var played = timeline.prompts.makeIterator()
        var isEnded: [Int: Bool] = [:]
        for event in run.events {
            let item = vocabulary.text(.item, of: event) ?? ""
            switch vocabulary.role(of: event) {
            case .playBegin:
                guard let prompt = played.next() else { continue }
                isEnded[prompts.count] = prompt.end != nil && !prompt.isStopped
                begin(event, item, prompt, frames: run.frames)
            case .sound: add(event, into: prompts.indices.last)
            case .progress:
                guard let index = open[item] else { continue }
                progress[index, default: []].append(event.frame - prompts[index].heard.lowerBound)
            case .playEnd, .playStop, .playFail: open[item] = nil
            default: continue
            }
        }
        for index in prompts.indices
        where prompts[index].pieces.isEmpty && !prompts[index].isClip {
            let heard = prompts[index].heard
            let text = sounds.text(
                frames: Frame(heard.count), isWhole: isEnded[index] ?? false,
                marks: progress[index] ?? [])
            prompts[index].pieces = [SaidPrompt.Piece(text: text, sound: nil)]
        }
    }

    private mutating func begin(
        _ event: TraceEvent, _ item: String, _ prompt: PromptTimeline.Prompt, frames: Frame
    ) {
        let start = prompt.heard ?? prompt.end ?? frames
        let end = max(start, prompt.end ?? frames)
        open[item] = prompts.count
        prompts.append(
            SaidPrompt(
                item: item, sequence: event.sequence, asked: prompt.start, heard: start..<end,
                isClip: prompt.isClip, objects: [event.fields]))
        add(event, into: prompts.count - 1)
    }

    /// Adds the sound that `event` names to a prompt.
    private mutating func add(_ event: TraceEvent, into index: Int?) {
        guard let index else { return }
        let digest = vocabulary.text(.digest, of: event)
        let known = digest.flatMap { sounds.piece(ofSound: $0) }
        let text = event.fields[CoreKey.text]?.string.flatMap { $0.isEmpty ? nil : $0 }
        guard text != nil || digest != nil else { return }
        let piece = SaidPrompt.Piece(text: text ?? known?.text, sound: known?.sound ?? digest)
        // A prompt may tell its words first and its sound later.
        if let last = prompts[index].pieces.last, last.sound == nil, text == nil,
            piece.text == nil || piece.text == last.text
        {
            let place = prompts[index].pieces.count - 1
            prompts[index].pieces[place].sound = piece.sound
        } else {
            prompts[index].pieces.append(piece)
        }
        if event.sequence != prompts[index].sequence { prompts[index].objects.append(event.fields) }
    }
}

/// Words of the realised sounds of a session.
private struct PromptSounds {
    private struct Sound {
        let piece: SaidPrompt.Piece
        let frames: Frame
        let marks: [Frame]
    }

    private var byDigest: [String: Sound] = [:]

    init(_ index: PromptIndex) {
        for digest in index.digests {
            guard let entry = index[digest], case .realized(let prompt) = entry.outcome else {
                continue
            }
            func text(_ key: String) -> String? {
                entry.request[key]?.string.flatMap { $0.isEmpty ? nil : $0 }
            }
            let file = text("audioFile") ?? text("textFile")
            let piece = SaidPrompt.Piece(
                text: text("text") ?? text("substituteText"), sound: file ?? prompt.digest)
            // Of several requests with one sound, one with words says most.
            if byDigest[prompt.digest]?.piece.text != nil { continue }
            byDigest[prompt.digest] = Sound(
                piece: piece, frames: prompt.frames, marks: prompt.marks.map(\.frame))
        }
    }

    func piece(ofSound digest: String) -> SaidPrompt.Piece? { byDigest[digest]?.piece }

    /// Returns the words of a prompt whose events name no sound: the text of the only sound that
    /// fits its length and the words that were reported; nil where none does or several do.
    func text(frames: Frame, isWhole: Bool, marks: [Frame]) -> String? {
        let fitting = byDigest.values.filter { sound in
            guard sound.piece.text != nil else { return false }
            guard marks.isEmpty else { return sound.marks.starts(with: marks) }
            return isWhole ? sound.frames == frames : sound.frames >= frames
        }
        let texts = Set(fitting.compactMap(\.piece.text))
        guard texts.count > 1, isWhole else { return texts.count == 1 ? texts.first : nil }
        let whole = Set(fitting.filter { $0.frames == frames }.compactMap(\.piece.text))
        return whole.count == 1 ? whole.first : nil
    }
}
