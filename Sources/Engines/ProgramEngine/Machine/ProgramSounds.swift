internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Sounds that a program plays: parts under one number, one behind the other.
struct ProgramSounds {
    struct Sound {
        /// Name of the sound in events.
        let label: String
        var waiting: [ProgramSound] = []
        /// The job that plays a part now.
        var job: Int?
        /// Whether no more parts come.
        var isWhole = false
        var isTold = false
        /// Part that began to play; ``frames`` are those of all of it.
        var playing: ProgramSound?
        var frames: Frame = 0
        var began: Frame = 0
        /// Takes in all samples of the app's own.
        var digest: Digest?
        let why: JSONObject
    }

    /// Sounds by number; those of the telephone are below 0.
    var open: [Int: Sound] = [:]
    /// Numbers of sounds that are over: a program may stop one that has just ended.
    var closed: Set<Int> = []
    var jobs: [Int: Int] = [:]
    var count = 0
}

extension ProgramMachine {
    /// Sounds that a program plays at once.
    private static let soundLimit = 64

    mutating func play(
        _ id: Int, _ sound: ProgramSound, _ isLast: Bool, _ why: JSONObject
    ) throws(ProgramFault) {
        guard telephone == nil || id < 0 else {
            throw ProgramFault("plays a sound, and its caller hears it by telephone")
        }
        if sounds.open[id] == nil {
            guard !sounds.closed.contains(id) else {
                throw ProgramFault("plays more of the sound \(id), which is over")
            }
            try handle(newID: id)
            guard sounds.open.count < Self.soundLimit else {
                throw ProgramFault("plays more than \(Self.soundLimit) sounds at once")
            }
            sounds.count += 1
            let label = "sound \(sounds.count)"
            sounds.open[id] = .init(label: label, why: why)
            var fields: JSONObject = ["sound": .string(label)]
            switch sound {
            case .text(let text): fields["text"] = .string(text)
            case .file(let file): fields["file"] = .string(file)
            case .samples, .silence: break
            }
            emit("says", fields, why: why)
        }
        guard var open = sounds.open[id], !open.isWhole else {
            throw ProgramFault("plays more of the sound \(id), whose last part it gave")
        }
        if case .samples(let more) = sound, case .samples(var samples)? = open.waiting.last {
            // Nothing else has the samples, so that more of them copies none.
            sounds.open[id] = nil
            open.waiting.removeLast()
            samples += more
            open.waiting.append(.samples(samples))
        } else {
            open.waiting.append(sound)
        }
        open.isWhole = isLast
        sounds.open[id] = open
    }

    /// Starts the next part of every sound without a playing part.
    mutating func startSounds() {
        for id in sounds.open.keys.sorted() {
            guard var open = sounds.open[id], open.job == nil else { continue }
            if case .samples(let samples)? = open.waiting.first, samples.isEmpty {
                open.waiting.removeFirst()
            }
            guard !open.waiting.isEmpty else {
                sounds.open[id] = open
                if open.isWhole { finish(id, how: "ended") }
                continue
            }
            let part = open.waiting.removeFirst()
            if case .samples(let samples) = part {
                var digest = open.digest ?? Digest()
                digest.update(Array(Base64.text(of: samples).utf8))
                open.digest = digest
            }
            lastJob += 1
            open.job = lastJob
            open.playing = part
            sounds.jobs[lastJob] = id
            sounds.open[id] = open
            output.append(.play(job: lastJob, request(of: part)))
        }
    }

    private func request(of part: ProgramSound) -> PromptRequest {
        var request = PromptRequest(language: language)
        switch part {
        case .text(let text):
            request.text = text
            request.wantsMarks = telephone?.relay != nil
        case .file(let file): request.audioFile = file
        case .samples(let samples): request.sound = samples
        case .silence(let frames): request.sound = [Int16](repeating: 0, count: frames)
        }
        return request
    }

    mutating func started(_ job: Int, _ prompt: RealizedPrompt, at frame: Frame) {
        guard let id = sounds.jobs[job], var open = sounds.open[id] else { return }
        open.began = frame
        if id < 0 { telephone?.soundStarted(-id, prompt, at: frame) }
        if !open.isTold {
            open.isTold = true
            emit("sounds", ["sound": .string(open.label), "digest": .string(prompt.digest)])
        }
        sounds.open[id] = open
    }

    /// A part is over.
    mutating func ended(_ job: Int, at frame: Frame, how: String) {
        guard let id = sounds.jobs.removeValue(forKey: job), var open = sounds.open[id] else {
            return
        }
        open.frames += frame - open.began
        open.job = nil
        open.playing = nil
        sounds.open[id] = open
        if open.waiting.isEmpty, open.isWhole {
            finish(id, how: how)
            telephone?.lineEnded(-id, at: frame)
        } else {
            startSounds()
        }
    }

    mutating func failed(_ job: Int, _ reason: String, at frame: Frame) {
        guard let id = sounds.jobs.removeValue(forKey: job), var open = sounds.open[id] else {
            return
        }
        open.job = nil
        open.waiting = []
        sounds.open[id] = open
        emit(
            "note", ["event": "cannot play", "fields": ["reason": .string(reason)]], why: open.why)
        finish(id, how: "failed")
        telephone?.lineEnded(-id, at: frame)
    }

    /// Tells the program that all of a sound was heard, and the trace how it ended.
    private mutating func finish(_ id: Int, how: String) {
        close(id, how: how)
        if id > 0 { send(.playEnded(id: id)) } else { telephone?.soundEnded(-id) }
    }

    mutating func close(_ id: Int, how: String, why: JSONObject = [:]) {
        guard let open = sounds.open.removeValue(forKey: id) else { return }
        sounds.closed.insert(id)
        var fields: JSONObject = [
            "sound": .string(open.label), "how": .string(how), "frames": .integer(open.frames),
        ]
        if let digest = open.digest { fields["digest"] = .string(String(digest.hex().prefix(16))) }
        emit("said", fields, why: why)
    }

    mutating func stopSound(
        _ id: Int, _ why: JSONObject, at frame: Frame
    ) throws(ProgramFault) {
        guard let open = sounds.open[id] else {
            guard sounds.closed.contains(id) || isKnown(id) else {
                throw ProgramFault("stops the number \(id), which it did not use before")
            }
            return
        }
        if let job = open.job {
            sounds.open[id]?.frames += open.isTold ? frame - open.began : 0
            sounds.jobs[job] = nil
            output.append(.stopPlaying(job: job))
        }
        close(id, how: "stopped", why: why)
    }
}
