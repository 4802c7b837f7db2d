internal import VoiceAcoustics
internal import VoiceHypothesis

extension GraphDecoder {
    /// Returns the outcome of an utterance whose samples the model takes.
    func outcome(of samples: [Int16], _ utterance: Utterance) -> RecognitionOutcome {
        let features = features(of: samples)
        let limit = min(utterance.alternatives, AcousticRecognizer.mostAlternatives)
        let readings = readings(of: features, rivals: limit)
        guard let best = readings.first, let first = features.first,
            let alignment = alignment(of: best, to: first)
        else { return .rejected(nil) }
        let clock = FrameClock(utterance)
        let confidence = FitScale.confidence(inAll: best.fit, isNarrow: first.isNarrow)
        var words = alignment.words.map { aligned in
            RecognizedWord(
                text: word(best.words[aligned.number]).text,
                range: clock.sessionFrames(of: aligned.frames),
                confidence: FitScale.confidence(inPart: aligned.fit),
                phones: utterance.wantsPhones
                    ? aligned.phones.map { phone in
                        RecognizedPhone(
                            phone: phone.name, range: clock.sessionFrames(of: phone.frames),
                            score: FitScale.confidence(inPart: phone.fit))
                    } : [])
        }
        words.endWithSpeech(of: utterance)
        let hypothesis = Hypothesis(
            text: text(of: best), confidence: confidence, words: words,
            alternatives: alternatives(readings, limit: limit, frames: first.count))
        guard kind == .likelihoods else {
            let isFitting =
                confidence >= leastConfidence && isClear(best, isNarrow: first.isNarrow)
                && areSaid(best, alignment)
            return isFitting ? .final(hypothesis) : .rejected(hypothesis)
        }
        let isFitting =
            trigger.isEmpty
            ? confidence >= leastConfidence && wordsFit(best, alignment, first)
            : hasTrigger(best, alignment, frames: first.count, utterance)
        return .final(isFitting ? hypothesis : noise(in: utterance, confidence))
    }

    /// Whether words that are no whole phrase fit, where that counts: few words in an order that no
    /// phrase has with the cost of that; words beside speech of any phones by themselves, and in a
    /// pause or long enough to be no part of another word.
    private func wordsFit(
        _ reading: Reading, _ alignment: ForcedAlignment, _ features: CepstralFrontEnd.Features
    ) -> Bool {
        guard judgesWords else { return true }
        guard isClear(reading, isNarrow: features.isNarrow), areSaid(reading, alignment) else {
            return false
        }
        if reading.isCombination, reading.words.count <= FitScale.fewWords {
            let paid = reading.cost * FitScale.combinationWeight
            return FitScale.confidence(inAll: reading.fit - paid) >= leastConfidence
        }
        guard hasAny(reading) else { return true }
        func isAny(_ aligned: ForcedAlignment.Word) -> Bool {
            word(reading.words[aligned.number]).isAny
        }
        // Many words are no accident, and one that fits badly does not take the others with it.
        let own = alignment.words.filter { !isAny($0) }
        guard own.count <= FitScale.fewWords else { return true }
        return wordFit(of: reading, alignment, frames: features.count)
            >= FitScale.leastFitBesideOther
            && alignment.words.split(whereSeparator: isAny).allSatisfy { part in
                let before = alignment.words[..<part.startIndex].last
                let after = alignment.words[part.endIndex...].first
                let start = part[part.startIndex].frames.lowerBound
                let end = part[part.endIndex - 1].frames.upperBound
                let isApart =
                    start - (before?.frames.upperBound ?? .min / 2) >= FitScale.leastPause
                    && (after?.frames.lowerBound ?? .max / 2) - end >= FitScale.leastPause
                return (isApart || end - start >= FitScale.leastLength)
                    && part.allSatisfy { $0.fit >= FitScale.leastWordFitBesideOther }
            }
    }

    /// Whether no other words are almost as likely, where upper bands do not tell them apart.
    private func isClear(_ reading: Reading, isNarrow: Bool) -> Bool {
        !isNarrow || reading.lead >= FitScale.leastLead
    }

    /// Whether the words of a reading were said, as far as they are few.
    private func areSaid(_ reading: Reading, _ alignment: ForcedAlignment) -> Bool {
        let own = alignment.words.filter { !word(reading.words[$0.number]).isAny }
        guard (1...FitScale.fewWords).contains(own.count) else { return true }
        return FitScale.areSaid(own.flatMap(\.phones))
    }

    /// Returns how well the words of a reading fit, speech of any phones aside, in nepers a frame
    /// less than a free phone loop.
    private func wordFit(
        of reading: Reading, _ alignment: ForcedAlignment, frames: Int
    ) -> Float {
        var own = 0
        var other = 0
        for aligned in alignment.words {
            if word(reading.words[aligned.number]).isAny {
                other += aligned.frames.count
            } else {
                own += aligned.frames.count
            }
        }
        // Speech of any phones is a phone loop that pays for each frame.
        let paid = SearchNetwork.anyCost * Float(other)
        return (reading.fit * Float(frames) + paid) / Float(max(1, own))
    }

    /// Whether a reading begins with the trigger, other speech aside, and its words fit: all
    /// together and each of the trigger's. A trigger that was heard while it was said counts,
    /// whatever came after it.
    private func hasTrigger(
        _ reading: Reading, _ alignment: ForcedAlignment, frames: Int, _ utterance: Utterance
    ) -> Bool {
        let words = alignment.words.drop { word(reading.words[$0.number]).isAny }
            .prefix(trigger.count)
        guard words.map({ word(reading.words[$0.number]).text }) == trigger else { return false }
        let isFitting =
            wordFit(of: reading, alignment, frames: frames) >= FitScale.leastTriggerFit
            && words.allSatisfy { $0.fit >= FitScale.leastTriggerWordFit }
        return isFitting || hearsTrigger(utterance)
    }

    /// Speech that no word of the graph fits.
    private func noise(in utterance: Utterance, _ confidence: Int) -> Hypothesis {
        let word = RecognizedWord(
            text: RecognitionGraph.spokenNoise, range: utterance.spoken,
            confidence: 1_000 - confidence)
        return Hypothesis(text: word.text, confidence: word.confidence, words: [word])
    }

    private func text(of reading: Reading) -> String {
        reading.words.map { word($0).text }.joined(separator: " ")
    }

    private func alternatives(
        _ readings: [Reading], limit: Int, frames: Int
    ) -> [AlternativeReading] {
        guard limit > 0, let best = readings.first else { return [] }
        var known: Set<String> = [text(of: best)]
        var others: [AlternativeReading] = []
        for reading in readings.dropFirst() where others.count < limit {
            let text = text(of: reading)
            guard known.insert(text).inserted else { continue }
            // What the graph makes a reading cost may put it behind one that fits the sound less.
            let distance = max(0, best.fit - reading.fit) * Float(frames) * 10
            others.append(AlternativeReading(text: text, distance: Int(distance)))
        }
        return others
    }
}
