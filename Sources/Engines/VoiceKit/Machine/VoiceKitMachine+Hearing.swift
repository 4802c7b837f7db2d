internal import VoiceEngine
internal import VoiceHypothesis
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Hearing: levels, words so far, words at last, and the answer of `listen`.
extension VoiceKitMachine {
    /// News of a listening job.
    mutating func hear(_ signal: MediaSignal) {
        guard listening != nil else { return }
        switch signal {
        case .level(_, let level): levelMeasured(level)
        case .speechBegan(let job, let spoken):
            noteSpeech(job, spoken, isEnd: false)
            cancel(.recognition)
        case .speechPaused(let job, let spoken):
            noteSpeech(job, spoken, isEnd: true)
            awaitWords(job, since: spoken)
        case .heardSoFar(let job, let hypothesis, _, _):
            understand(job, hypothesis, isLast: false)
        case .listenEnded(let job, let reason, let heardSpeech, _):
            jobEnded(job, reason, heardSpeech: heardSpeech)
        case .heard(let job, let words, _): heard(job, words)
        case .saved(let job, let outcome): saved(job, outcome)
        default: break
        }
    }

    private mutating func levelMeasured(_ milliDecibels: Int) {
        guard listening?.phase == .hearing else { return }
        listening?.tracker.observe(milliDecibels: milliDecibels, at: now)
        tellLevel(Self.permille(ofLevel: milliDecibels))
        checkInactivity()
    }

    /// A level in thousandths: −60 dB of full scale is 0, 0 dB is 1,000.
    static func permille(ofLevel milliDecibels: Int) -> Int64 {
        Int64((min(max(-60_000, milliDecibels), 0) + 60_000) / 60)
    }

    private mutating func noteSpeech(_ job: Int, _ frame: Frame, isEnd: Bool) {
        _ = listening?.change(job) { segment in
            let first = max(segment.opened, min(segment.speech?.lowerBound ?? frame, frame))
            let last = isEnd ? max(first, frame) : max(first, segment.speech?.upperBound ?? first)
            segment.speech = first..<last
        }
    }

    // MARK: Words

    private mutating func understand(_ job: Int, _ hypothesis: Hypothesis, isLast: Bool) {
        guard let open = listening else { return }
        // What the context excludes leaves the words before it, unless it is the last word of all.
        let isExcluded = open.context.transcript(of: hypothesis.text).isBlank
        if isLast, isExcluded || !open.context.accepts(hypothesis) { return reject(job) }
        guard
            listening?.change(
                job,
                { segment in
                    guard !hypothesis.text.isBlank, !isExcluded else { return }
                    segment.text = hypothesis.text
                    segment.words = hypothesis.words
                    if isLast {
                        segment.confidence = hypothesis.confidence
                        segment.alternatives = hypothesis.alternatives.map(\.text)
                    }
                }) != nil
        else { return }
        tellTranscript()
    }

    /// Drops the partial words of a job whose final answer fits nothing that the context expects,
    /// and keeps them where the context takes any words.
    private mutating func reject(_ job: Int) {
        guard let open = listening, open.context.isClosed else { return }
        _ = listening?.change(job) { segment in
            segment.text = ""
            segment.words = []
            segment.confidence = nil
            segment.alternatives = []
        }
        guard listening?.joinedText != open.text else { return }
        tellTranscript()
    }

    /// Tells the words of all segments where they have changed. Blank words leave those before
    /// them, unless the context expects something and has rejected those.
    private mutating func tellTranscript() {
        guard let open = listening else { return }
        let joined = open.joinedText
        let transcript = open.context.transcript(of: joined)
        let isEmptied = joined.isEmpty && open.context.isClosed
        guard !transcript.isBlank || isEmptied else { return }
        listening?.text = joined
        if open.phase == .hearing {
            listening?.firstWords = isEmptied ? nil : open.firstWords ?? now
            if isEmptied { cancel(.inactivity) }
        }
        if transcript != open.transcript {
            listening?.transcript = transcript
            emit("transcript", ["listen": .string(open.label), "text": .string(transcript)])
            tellTranscript(transcript)
        }
        checkInactivity()
    }

    private mutating func jobEnded(_ job: Int, _ reason: StopReason, heardSpeech: Bool) {
        guard let open = listening, open.segments.contains(where: { $0.job == job }) else { return }
        let wasOpen = open.openJob == job
        let now = now
        _ = listening?.change(job) { segment in
            segment.closed = segment.closed ?? now
            segment.state = heardSpeech ? .finishing : .done
        }
        if reason == .audioFormatError { return cancelListening(because: .audioFormatInvalid) }
        if wasOpen, open.phase == .hearing {
            // The job ended by itself: its device failed, or no more of its sound can be kept.
            let hasFailed = StopReason.failures.contains(reason) || reason == .interrupted
            finishListening(hasFailed ? .error : .final, why: ["stop": .string(reason.rawValue)])
        } else {
            answerWhenHeard()
        }
    }

    private mutating func heard(_ job: Int, _ words: HeardWords) {
        guard let open = listening, open.segments.contains(where: { $0.job == job }) else { return }
        switch words {
        case .final(let hypothesis): understand(job, hypothesis, isLast: true)
        case .rejected: reject(job)
        case .failed: break
        }
        let now = now
        _ = listening?.change(job) { segment in
            segment.state = .done
            segment.closed = segment.closed ?? now
        }
        if case .failed = words {
            switch open.phase {
            case .hearing: return finishListening(.error)
            case .finishing: listening?.phase = .finishing(.error)
            case .saving: break
            }
        }
        answerWhenHeard()
    }

    // MARK: The answer

    /// Answers when listening is over and every segment has its words.
    mutating func answerWhenHeard() {
        guard let open = listening, let reason = isFinishing(open), open.isHeard else { return }
        guard open.isRecorded, !open.segments.isEmpty else { return answer(reason) }
        listening?.phase = .saving(reason)
        for (index, segment) in open.segments.enumerated() {
            let part = index == 0 ? "" : "-\(index + 1)"
            let file = "vk-listen-\(open.number)\(part).wav"
            listening?.saving[segment.job] = file
            output.append(.save(job: segment.job, SaveRequest(fileName: file, language: "")))
        }
    }

    private mutating func saved(_ job: Int, _ outcome: SaveOutcome) {
        guard case .saving(let reason)? = listening?.phase,
            let file = listening?.saving.removeValue(forKey: job)
        else { return }
        if outcome == .saved { listening?.recordings.append(file) }
        if listening?.saving.isEmpty == true { answer(reason) }
    }

    private mutating func answer(_ reason: ListenReason) {
        guard let open = listening else { return }
        listening = nil
        for segment in open.segments { owners[segment.job] = nil }
        let value = answerFields(of: open, reason)
        var told: JSONObject = ["listen": .string(open.label)]
        for key in ["reason", "confidence"] { told[key] = value[key] }
        told["text"] = value["transcript"]
        emit("result", told)
        if toldLevel != 0 { tellLevel(0) }
        callBack(.listeningChanged, ["listening": false])
        tellStatus()
        reply(open.call, .object(value))
    }

    private func answerFields(of open: AnswerListening, _ reason: ListenReason) -> JSONObject {
        var words: [JSONValue] = []
        var spoken: [Range<Frame>] = []
        for (segment, offset) in zip(open.segments, open.offsets) {
            let shift = offset - segment.opened
            words += segment.words.map { Self.word($0, shift: shift) }
            if let range = segment.spoken {
                spoken.append(range.lowerBound + shift..<range.upperBound + shift)
            }
        }
        let isHeard = !open.transcript.isEmpty
        let heard = open.segments.filter { !$0.text.isEmpty }
        let confidences = open.segments.compactMap(\.confidence)
        let start = spoken.first.map { max(0, $0.lowerBound) }
        let end = spoken.last.map { max(0, $0.upperBound) }
        return [
            "transcript": .string(open.transcript), "text": .string(open.text),
            "reason": .string(reason.rawValue),
            "recording": open.recordings.first.map { .string($0) } ?? .null,
            "recordings": .array(open.recordings.map { .string($0) }),
            "speechStart": start.map { .integer($0) } ?? .null,
            "speechEnd": end.map { .integer($0) } ?? .null,
            "confidence": .integer(Int64(isHeard ? confidences.min() ?? 0 : 0)),
            "words": .array(isHeard ? words : []),
            "alternatives": .array(
                (heard.count == 1 ? heard[0].alternatives : []).map { .string($0) }),
        ]
    }

    private static func word(_ word: RecognizedWord, shift: Frame) -> JSONValue {
        [
            "text": .string(word.text), "start": .integer(max(0, word.range.lowerBound + shift)),
            "end": .integer(max(0, word.range.upperBound + shift)),
            "confidence": .integer(Int64(word.confidence)),
        ]
    }
}

extension String {
    /// Whether it has nothing but white space.
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
