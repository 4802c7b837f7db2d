internal import VoiceHypothesis
internal import VoiceJSON
internal import VoiceLanguage

extension LanguageInterpreter {
    /// Returns the meaning of the words of an answer to the request, where `rivals` may have been
    /// said as well.
    ///
    /// An answer that is not twice as likely as all its rivals with another meaning together is of
    /// no use: asking again costs less than a wrong answer. The likelihood of a reading halves with
    /// each `leastLead` of its distance, so that a sole rival has to be that far away. What two
    /// readings share says nothing about which one was said: where they differ in one word of four,
    /// a quarter is enough. For yes and no, a rival that is no answer counts as well.
    func reading(
        of text: String, beside rivals: [AlternativeReading], leastLead: Int,
        for form: RequestForm
    ) -> RequestReading {
        let reading = reading(of: text, for: form)
        guard reading.isValid, leastLead > 0 else { return reading }
        let words = text.split(separator: " ")
        let isYesOrNo = form.kind == .confirmation && reading.value.bool != nil
        var own = RivalWeight.whole
        var others = 0
        var nearest: AlternativeReading?
        for rival in rivals {
            let other = self.reading(of: rival.text, for: form)
            // What sounds like yes or no is most often neither: words that are no answer count.
            guard other.isValid || isYesOrNo else { continue }
            let share = EditDistance.thousandths(words, rival.text.split(separator: " "))
            let weight = RivalWeight.weight(
                at: rival.distance, of: share, halvingEach: leastLead)
            if other.isValid, other.value == reading.value {
                own += weight
            } else {
                others += weight
                nearest = nearest ?? rival
            }
        }
        guard let nearest, own < 2 * others else { return reading }
        return .invalid(
            evidence: [
                "rule": "rival", "rival": .string(HeardText.shown(nearest.text)),
                "lead": .integer(Int64(nearest.distance)),
                "share": .integer(Int64(own * 1_000 / (own + others))),
            ])
    }
}

/// Likelihood of readings, in whole numbers, so that each machine decides alike.
enum RivalWeight {
    /// The weight at no distance.
    static let whole = 1 << 20

    /// The weight at `distance`, where `thousandths` of the words differ; it halves with each
    /// `half` of the distance, and falls evenly in between.
    static func weight(at distance: Int, of thousandths: Int, halvingEach half: Int) -> Int {
        let limit = 20 * half
        guard thousandths > 0 else { return whole }
        let scaled = min(limit, max(0, min(distance, limit)) * 1_000 / thousandths)
        let (halvings, rest) = scaled.quotientAndRemainder(dividingBy: half)
        return (whole >> halvings) * (2 * half - rest) / (2 * half)
    }
}
