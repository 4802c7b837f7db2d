public import VoiceAudio
public import VoiceEngine
public import VoiceHypothesis
public import VoiceTime
public import VoiceTrace

/// The world of an app with a simulated caller: prompts, recognition, files, devices.
extension SimulatedHost {
    /// Returns the answer of ``listener``, else the words of the caller in the speech of
    /// `utterance`.
    public func recognize(_ utterance: Utterance) -> (outcome: RecognitionOutcome, delay: Frame) {
        (
            listener?(utterance, true) ?? script.recognize(utterance),
            conditions.sampleRate.frames(milliseconds: recognizerMilliseconds)
        )
    }

    /// Returns the answer of ``listener``, else the words so far of the caller in the speech of
    /// `utterance`.
    public func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        guard let listener else { return script.recognizeSoFar(utterance) }
        if case .final(let hypothesis) = listener(utterance, false) { return hypothesis }
        return nil
    }

    /// A prompt of a known length: that of its recording, where there is one, else that of its
    /// letters.
    public func realize(
        _ request: PromptRequest, with resources: RunResources
    ) -> PromptOutcome {
        let names = [
            request.audioFile, request.text, request.textFile, request.substituteText,
        ].compactMap { $0 }
        if let name = names.first, unplayable.contains(name) {
            return .failed(reason: "\(name) cannot be played")
        }
        guard let pace = millisecondsPerLetter, let text = request.text ?? request.substituteText
        else { return studio.realize(request, with: resources, rate: conditions.sampleRate) }
        if let recorded = recording(of: request, with: resources) { return recorded }
        let length = conditions.sampleRate.frames(milliseconds: Int64(text.count) * pace)
        return .realized(
            RealizedPrompt(
                source: .textString, digest: request.digest, frames: length,
                marks: request.wantsMarks ? marks(of: text, pace) : []))
    }

    /// The recording of a prompt that has a text too; nil where it cannot be played.
    private func recording(
        of request: PromptRequest, with resources: RunResources
    ) -> PromptOutcome? {
        guard request.audioFile != nil else { return nil }
        var recording = request
        (recording.text, recording.textFile, recording.substituteText) = (nil, nil, nil)
        let outcome = studio.realize(recording, with: resources, rate: conditions.sampleRate)
        if case .failed = outcome { return nil }
        return outcome
    }

    /// Returns where words begin that are spoken letter by letter.
    private func marks(of text: String, _ pace: Int64) -> [WordMark] {
        var marks: [WordMark] = []
        var isInWord = false
        for (place, letter) in text.enumerated() {
            if letter.isWhitespace {
                isInWord = false
            } else if isInWord {
                let last = marks.count - 1
                marks[last].characters = marks[last].characters.lowerBound..<place + 1
            } else {
                isInWord = true
                marks.append(
                    WordMark(
                        index: marks.count, characters: place..<place + 1,
                        frame: conditions.sampleRate.frames(milliseconds: Int64(place) * pace)))
            }
        }
        return marks
    }

    /// Notes the request; nothing is written.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome {
        recordings.append(request)
        return .saved
    }

    /// Waits for the test to move on.
    public func post(_ work: @escaping @MainActor () -> Void) { posted.append(work) }

    /// Notes the app's wishes; there are no devices.
    public func configure(audioSession: AudioSessionSetup) { self.audioSession = audioSession }

    /// Waits for the test to move on.
    public func begin(_ plan: RunPlan) { plans.append(plan) }

    /// Returns the time of ``callbackMilliseconds``, in frames; 0 without it.
    public func frames(ofCallback name: String) -> Frame {
        conditions.sampleRate.frames(milliseconds: callbackMilliseconds?(name) ?? 0)
    }
}
