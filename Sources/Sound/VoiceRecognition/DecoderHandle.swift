internal import CPocketSphinx
internal import VoiceHypothesis
internal import VoiceSystem

/// The only owner of one `ps_decoder_t *`: never escapes, released once.
///
/// Nothing is carried from one utterance to the next: the front end works on whole utterances
/// with their own mean, or is not used at all; noise removal (which adapts) is off, silence is kept
/// (so that frame n is sample n * 160), and every search starts empty.
struct DecoderHandle: ~Copyable {
    /// Kind of a decoder, by how it gets its utterances.
    enum Kind {
        /// Each as a whole, decoded in three passes.
        case whole
        /// Utterances come as features, frame by frame, decoded in one pass.
        case live
    }

    private let raw: OpaquePointer
    /// The language model's last pass counts in units 1024 times smaller (`SENSCR_SHIFT`).
    private static let scoreShift: Int32 = 10
    private let scoreShift: Int32

    /// Loads acoustics and dictionary, which takes far longer than an utterance: keep the decoder.
    init(model: SpeechModel, kind: Kind) throws(RecognitionError) {
        _ = try model.checkedAcoustics(isGeneral: true)
        var made: OpaquePointer?
        let said = DecoderLog.listening {
            guard let settings = voicetest_default_settings() else { return }
            cmd_ln_set_str_r(settings, "-hmm", model.acoustics)
            cmd_ln_set_str_r(settings, "-dict", model.dictionary)
            cmd_ln_set_str_r(settings, "-cmn", kind == .whole ? "batch" : "none")
            if kind == .live { Self.takeFeatures(settings) }
            cmd_ln_set_int_r(settings, "-remove_noise", 0)
            cmd_ln_set_int_r(settings, "-remove_silence", 0)
            // Looking ahead prunes early: no word of the corpus or of 98 digits changed.
            cmd_ln_set_int_r(settings, "-pl_window", 5)
            made = ps_init(settings)
            cmd_ln_free_r(settings)
        }
        guard let made else { throw .modelRefused(path: model.folder, reason: said) }
        do throws(RecognitionError) {
            try Self.setLanguageModel(of: model, to: made)
        } catch {
            ps_free(made)
            throw error
        }
        raw = made
        scoreShift = kind == .whole ? Self.scoreShift : 0
    }

    deinit { ps_free(raw) }

    /// Sets the contents of the model's file of parameters, which would win over the mean that is
    /// kept, and leaves out the passes over whole utterances.
    private static func takeFeatures(_ settings: OpaquePointer) {
        cmd_ln_set_str_r(settings, "-featparams", "/dev/null")
        cmd_ln_set_str_r(settings, "-feat", "1s_c_d_dd")
        cmd_ln_set_str_r(settings, "-svspec", "0-12/13-25/26-38")
        cmd_ln_set_str_r(settings, "-agc", "none")
        // Scores of a frame are relative to the best score that was computed for it. Which states
        // are active depends on earlier utterances, so all are computed; it takes no longer.
        cmd_ln_set_int_r(settings, "-compallsen", 1)
        cmd_ln_set_int_r(settings, "-fwdflat", 0)
        cmd_ln_set_int_r(settings, "-bestpath", 0)
    }

    private static let search = "task"

    /// Listens for anything, by the model's language model.
    private static func setLanguageModel(
        of model: SpeechModel, to raw: OpaquePointer
    ) throws(RecognitionError) {
        var result: Int32 = -1
        let said = DecoderLog.listening {
            result = ps_set_lm_file(raw, search, model.languageModel)
        }
        guard result == 0, ps_set_search(raw, search) == 0 else {
            throw .modelRefused(path: model.folder, reason: said)
        }
    }

    /// Decodes one whole utterance; the words in their order, fillers and silence left out.
    func decode(_ samples: [Int16]) throws(RecognitionError) -> [FitJudge.Word] {
        guard ps_start_utt(raw) == 0 else { throw .decoderFailed }
        let searched = ps_process_raw(raw, samples, samples.count, 0, 1)
        guard ps_end_utt(raw) == 0, searched >= 0 else { throw .decoderFailed }
        return wordsSoFar()
    }

    /// Begins an utterance that comes as features; one that was under way is let go.
    func begin() throws(RecognitionError) {
        // The decoder has no other way out of an utterance; outside of one this does nothing.
        _ = ps_end_utt(raw)
        guard ps_start_stream(raw) == 0, ps_start_utt(raw) == 0 else { throw .decoderFailed }
    }

    /// Decodes the next frame: the cepstra with which `features` begin. False where the decoder
    /// gave up.
    func decode(_ features: UnsafePointer<Float>) -> Bool {
        var cepstra = Array(UnsafeBufferPointer(start: features, count: Self.cepstra))
        return cepstra.withUnsafeMutableBufferPointer { cepstra in
            var rows = cepstra.baseAddress
            return ps_process_cep(raw, &rows, 1, 0, 0) >= 0
        }
    }

    /// Cepstra of a frame.
    private static let cepstra = 13

    /// The words of the best path in their order, fillers and silence left out.
    func wordsSoFar() -> [FitJudge.Word] {
        guard ps_get_hyp(raw, nil) != nil else { return [] }
        var words: [FitJudge.Word] = []
        var next = ps_seg_iter(raw)
        while let segment = next {
            if let word = word(segment) { words.append(word) }
            next = ps_seg_next(segment)
        }
        return words
    }

    /// Other readings of the utterance that was decoded last into `words`, nearest first.
    ///
    /// Source: the decoder's N-best search over its lattice. It brings the same words with other
    /// fillers and pronunciations too: those are passed over, so the search is bounded.
    func alternatives(to words: [FitJudge.Word], limit: Int) -> [AlternativeReading] {
        var known: Set<String> = [words.map(\.text).joined(separator: " ")]
        var readings: [AlternativeReading] = []
        var best: Int32?
        var searched = 0
        var next = ps_nbest(raw)
        while let path = next {
            var score: Int32 = 0
            let text = ps_nbest_hyp(path, &score).map { Self.plainText(String(cString: $0)) } ?? ""
            let top = best ?? score
            best = top
            if !text.isEmpty, known.insert(text).inserted {
                let distance = (Int(top) - Int(score)) >> Int(Self.scoreShift)
                readings.append(AlternativeReading(text: text, distance: max(0, distance)))
            }
            searched += 1
            guard readings.count < limit, searched < Self.searchedPaths else {
                ps_nbest_free(path)
                break
            }
            next = ps_nbest_next(path)
        }
        return readings
    }

    /// Paths that the search for other readings looks at.
    private static let searchedPaths = 500

    /// `text` in lower case, without numbers of pronunciations as in "word(2)".
    private static func plainText(_ text: String) -> String {
        text.lowercased().split(separator: " ").map { $0.prefix { $0 != "(" } }
            .joined(separator: " ")
    }

    private func word(_ segment: OpaquePointer) -> FitJudge.Word? {
        guard let name = ps_seg_word(segment).map({ String(cString: $0) }),
            let first = name.first, !"<[(+".contains(first)
        else { return nil }
        var start: Int32 = 0
        var end: Int32 = 0
        ps_seg_frames(segment, &start, &end)
        guard start >= 0, end >= start else { return nil }
        var score: Int32 = 0
        var languageScore: Int32 = 0
        var backoff: Int32 = 0
        ps_seg_prob(segment, &score, &languageScore, &backoff)
        // The dictionary writes a word's second pronunciation as "word(2)".
        let text = name.prefix { $0 != "(" }.lowercased()
        return FitJudge.Word(
            text: text, frames: Int(start)...Int(end), score: Int(score >> scoreShift))
    }
}
