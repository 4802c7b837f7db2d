internal import VoiceActivity
internal import VoiceAudio
internal import VoiceFiles
package import VoiceJSON
package import VoiceSynthesis
package import VoiceTime
internal import VoiceTrace

/// Prepares the sound of a scenario's caller: reads clips, renders text, sets levels.
package struct ScenarioStudio {
    /// Folders that relative names are looked up in, in this order.
    private let folders: [String]
    private let synthesizer: SpeechSynthesizer
    private let rate: SampleRate

    /// A studio that finds relative names in `folders`, first match wins.
    package init(folders: [String], synthesizer: SpeechSynthesizer, rate: SampleRate) {
        self.folders = folders
        self.synthesizer = synthesizer
        self.rate = rate
    }

    /// The microphone of `scenario`, ready to run; keys are not heard in it where they are told.
    ///
    /// - Throws: ``SessionError`` naming the line whose sound cannot be had.
    func caller(
        of scenario: Scenario, seed: UInt64, tellsKeys: Bool = false
    ) throws(SessionError) -> ScenarioCaller {
        var lines: [PreparedLine] = []
        for line in scenario.lines {
            if case .keys(let keys) = line.sound {
                lines.append(prepared(keys, line.trigger, areHeard: !tellsKeys))
                continue
            }
            if let deed = line.deed(at: rate) {
                let nothing = MonoSound(sampleRate: rate.hertz, samples: [])
                var prepared = PreparedLine(trigger: line.trigger, sound: nothing, active: 0..<0)
                prepared.deeds = [(0, deed)]
                lines.append(prepared)
                continue
            }
            let path = try path(of: line)
            let sound = try sound(of: line, at: path, seed: seed)
            lines.append(
                PreparedLine(
                    trigger: line.trigger, sound: sound, active: Self.activePart(of: sound),
                    labels: try ClipLabels(of: line, path: path, sound: sound),
                    words: line.words, failure: line.failure))
            if let beep = line.beepMilliseconds {
                let pause = Int(rate.frames(milliseconds: Self.pauseMilliseconds))
                lines[lines.count - 1].sound.samples +=
                    [Int16](repeating: 0, count: pause) + self.beep(milliseconds: beep)
            }
        }
        let bed = try bed(of: scenario, under: &lines, seed: seed)
        for (index, line) in scenario.lines.enumerated() where line.gainMilliDB != 0 {
            lines[index].sound = Mixer.applying(
                gainDB: Float(line.gainMilliDB) / 1_000, to: lines[index].sound)
        }
        return ScenarioCaller(lines: lines, bed: bed, rate: rate)
    }

    /// Finds errors and warnings of labels beside the clips of `scenario`; leaves out a clip that
    /// is nowhere.
    package func labelFindings(of scenario: Scenario) -> [Finding] {
        var findings: [Finding] = []
        for line in scenario.lines {
            guard let path = try? path(of: line),
                let file = SpeechLabels.beside(path), let sound = try? read(path)
            else { continue }
            func add(_ severity: Finding.Severity, _ text: String) {
                let finding = Finding(
                    severity: severity, file: file, place: TextPlace(line: 1, column: 1),
                    path: .root,
                    message: text.hasPrefix("\(file): ")
                        ? String(text.dropFirst(file.count + 2)) : text)
                if !findings.contains(finding) { findings.append(finding) }
            }
            do {
                if let text = try ClipLabels(of: line, path: path, sound: sound)?.warning {
                    add(.warning, text)
                }
            } catch { add(.error, error.description) }
        }
        return findings
    }

    /// Keys: a tone of 100 ms each with pauses of 100 ms, or silence as long.
    private func prepared(
        _ keys: String, _ trigger: Scenario.Trigger, areHeard: Bool
    ) -> PreparedLine {
        let tone = rate.frames(milliseconds: KeyPad.toneMilliseconds)
        let pause = rate.frames(milliseconds: KeyPad.pauseMilliseconds)
        var sound = MonoSound(sampleRate: rate.hertz, samples: [])
        if areHeard {
            sound = KeyPad.sound(
                of: keys, sampleRate: rate.hertz, toneFrames: Int(tone), pauseFrames: Int(pause))
        }
        var line = PreparedLine(trigger: trigger, sound: sound, active: 0..<0)
        line.deeds = keys.enumerated().map { (Frame($0) * (tone + pause), .key($1)) }
        return line
    }

    /// The microphone that is a recording, whose channels become one as `choice` says.
    ///
    /// - Throws: ``SessionError/audio(_:)`` when it is none.
    func caller(
        recording path: String, choice: ChannelChoice, seed: UInt64
    ) throws(SessionError) -> ScenarioCaller {
        let track: MonoSound
        do {
            track = try SoundFile.readMono(path: path, sampleRate: rate.hertz, choice: choice)
        } catch { throw .audio(error) }
        let bed = Bed.recording(track.samples, then: RoomTone(seed: seed))
        return ScenarioCaller(lines: [], bed: bed, rate: rate)
    }

    /// Returns what a line without sound does; nil for one with sound.
    // The tone and the level of the noise are chosen.
    /// Tone of a machine that begins to record, in hertz, with its level in dBFS.
    private static let beepTone: (hertz: Double, level: Float) = (1_000, -16)
    /// Pause between a machine's words and its tone, in milliseconds.
    private static let pauseMilliseconds: Int64 = 500
    /// Level of comfort noise over that of a quiet room, -60 dBFS, in decibels.
    private static let noiseGain: Float = 10

    private func beep(milliseconds: Int64) -> [Int16] {
        KeyPad.tone(
            Self.beepTone.hertz, rate.hertz, Int(rate.frames(milliseconds: milliseconds)),
            Self.beepTone.level
        ).map(PCM16.sample)
    }

    /// Returns the path of the clip of a line; nil for a line that is spoken.
    private func path(of line: Scenario.Line) throws(SessionError) -> String? {
        guard case .play(let file, _) = line.sound else { return nil }
        return try path(of: file, at: line.path)
    }

    private func sound(
        of line: Scenario.Line, at path: String?, seed: UInt64
    ) throws(SessionError) -> MonoSound {
        switch line.sound {
        case .play(let file, _): return try read(path ?? file)
        case .keys, .hangUp, .send, .line: preconditionFailure("keys are no file and no speech")
        case .beep(let time):
            return MonoSound(sampleRate: rate.hertz, samples: beep(milliseconds: time))
        case .comfortNoise(let time):
            // Another room than the one of the silence around it.
            let noise = RoomTone(seed: ~seed).sound(
                frames: Int(rate.frames(milliseconds: time)), sampleRate: rate.hertz)
            return Mixer.applying(gainDB: Self.noiseGain, to: noise)
        case .say(let text, let voice, let wordsPerMinute):
            do {
                return try synthesizer.render(
                    SpeechRequest(text: text, voice: voice, wordsPerMinute: wordsPerMinute),
                    at: rate.hertz)
            } catch { throw .synthesis(error) }
        }
    }

    /// Returns the path of the sound file called `file`; `place` names it in the scenario.
    private func path(of file: String, at place: JSONPath) throws(SessionError) -> String {
        var path: String?
        if file.hasPrefix("/") {
            path = DiskFile.exists(file) ? file : nil
        } else {
            for folder in folders where path == nil {
                do {
                    path = try DiskFile.path(of: file, inside: folder)
                } catch {
                    if case .escapes = error { throw .disk(error) }
                }
            }
        }
        guard let path else { throw .missingClip(file: file, place: place, folders: folders) }
        return path
    }

    private func read(_ path: String) throws(SessionError) -> MonoSound {
        do {
            return try SoundFile.readClip(path: path, sampleRate: rate.hertz)
        } catch { throw .audio(error) }
    }

    /// The bed, at a level that keeps the caller's own: the mean power of what the clips speak sets
    /// it, and each clip is then brought to exactly the ratio asked for.
    private func bed(
        of scenario: Scenario, under lines: inout [PreparedLine], seed: UInt64
    ) throws(SessionError) -> Bed {
        guard let noise = scenario.noise else {
            return scenario.isSilenceDigital ? .digitalSilence : .room(RoomTone(seed: seed))
        }
        let sound = try read(path(of: noise.file, at: JSONPath.root.key("noise").key("play")))
        var chance = SeededChance(seed: noise.seed).stream("noise")
        let offset = chance.below(max(1, sound.samples.count))
        guard let ratioMilliDB = noise.ratioMilliDB else {
            return .roomOfClips(sound.samples, offset: offset)
        }
        let bedPower = Level.power(sound.samples)
        var powers: [Double] = []
        for line in lines {
            powers.append(line.deeds.isEmpty ? try Self.spokenPower(of: line) : 0)
        }
        let heard = powers.filter { $0 > 0 }
        guard bedPower > 0, !heard.isEmpty else { return .noise(sound.samples, offset: offset) }
        let mean = heard.reduce(0, +) / Double(heard.count)
        let ratio = Float(ratioMilliDB) / 1_000
        let gain = Level.decibels(power: mean) - ratio - Level.decibels(power: bedPower)
        let scaled = Mixer.applying(gainDB: gain, to: sound)
        for index in lines.indices where powers[index] > 0 {
            let step = Level.decibels(power: mean) - Level.decibels(power: powers[index])
            lines[index].sound = Mixer.applying(gainDB: step, to: lines[index].sound)
        }
        return .noise(scaled.samples, offset: offset)
    }

    /// The power of what a clip speaks: by its labels, else by a pass over it that looks both ways,
    /// else by its level.
    private static func spokenPower(of line: PreparedLine) throws(SessionError) -> Double {
        if let labels = line.labels { return Level.activePower(line.sound, in: labels.speech) }
        let speech = try OfflinePass.speech(in: line.sound)
        return Level.activePower(line.sound, in: speech.isEmpty ? nil : speech)
    }

    /// Returns the stretch from the first to the last 10 ms within 40 dB of the loudest: where a
    /// scripted recognizer takes the clip to have words. A room may be as loud.
    static func activePart(of sound: MonoSound) -> Range<Int> {
        let size = max(1, sound.sampleRate / 100)
        var powers: [Double] = []
        for start in stride(from: 0, to: sound.samples.count, by: size) {
            let end = min(start + size, sound.samples.count)
            powers.append(Level.power(sound.samples[start..<end]))
        }
        let least = (powers.max() ?? 0) / 10_000
        guard least > 0, let first = powers.firstIndex(where: { $0 >= least }),
            let last = powers.lastIndex(where: { $0 >= least })
        else { return 0..<0 }
        return (first * size)..<min((last + 1) * size, sound.samples.count)
    }
}
