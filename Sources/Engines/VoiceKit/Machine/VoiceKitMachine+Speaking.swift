internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Speech: a queue for each channel.
extension VoiceKitMachine {
    /// Ending of a speech or a clip, as events say it.
    enum Ending: String {
        case finished, cancelled, failed, timedOut
    }

    mutating func speak(_ call: EngineCall) {
        guard let text = call.arguments["text"]?.string,
            let channel = channel(of: call),
            let number = call.arguments["speech"]?.integer.flatMap({ Int(exactly: $0) })
        else { return refuse(call, "it needs text, channel and the number of the speech.") }
        guard text.utf8.count <= VoiceKitConstants.textLimit else {
            return refuse(
                call, "the text is longer than \(VoiceKitConstants.textLimit) bytes. Part it.")
        }
        guard channels[channel, default: .init()].queue.count < VoiceKitConstants.queueLimit
        else {
            return refuse(
                call, "\(VoiceKitConstants.queueLimit) speeches wait already. Await some first.")
        }
        let profile = voices.profile(of: call.arguments["voice"]?.string)
        let speech = MachineSpeech(
            number: number, call: call.id, request: request(for: text, profile),
            voice: profile.id)
        channels[channel, default: .init()].queue.append(speech)
        startNextSpeech(channel)
        tellStatus()
    }

    /// Returns the request of what is spoken, by the profile and the tuning of now.
    private mutating func request(for text: String, _ profile: MachineProfile) -> PromptRequest {
        var request = PromptRequest(language: language, voice: profile.voice)
        request.text = text
        request.wantsMarks = true
        let rate = profile.rate + variation(voices.rateVariation)
        request.wordsPerMinute = MachineProfile.wordsPerMinute(rate: rate)
        let pitch = profile.pitch + variation(voices.pitchVariation)
        // The voice's own pitch stays what it is.
        if pitch != 1_000 { request.pitch = MachineProfile.synthesizerPitch(pitch) }
        request.volume = min(max(0, profile.volume * voices.volume / 1_000), 1_000)
        return request
    }

    /// A number from -`most` to `most`, every one equally likely.
    private mutating func variation(_ most: Int) -> Int {
        most > 0 ? chance.below(2 * most + 1) - most : 0
    }

    /// Begins the next speech that has words; one without is over at once.
    private mutating func startNextSpeech(_ channel: Int) {
        while channels[channel]?.speaking == nil,
            var speech = channels[channel]?.queue.first
        {
            channels[channel]?.queue.removeFirst()
            speech.request.endsWhenHandedOver = channels[channel]?.isClipNext == true
            begin(speech, channel)
            guard speech.request.text?.allSatisfy(\.isWhitespace) ?? true else {
                let job = newJob(of: .speech(channel: channel))
                channels[channel]?.speaking?.job = job
                output.append(.play(job: job, speech.request))
                return
            }
            close(channel, .finished)
        }
    }

    private mutating func begin(_ speech: MachineSpeech, _ channel: Int) {
        channels[channel]?.speaking = SoundingSpeech(
            speech: speech, heardFrom: now + playbackLatency)
        var fields: JSONObject = [
            "speech": .string(speech.label), "channel": .integer(Int64(channel)),
            "text": .string(speech.request.text ?? ""), "voice": .string(speech.voice),
            "wordsPerMinute": .integer(Int64(speech.request.wordsPerMinute)),
            "volume": .integer(Int64(speech.request.volume)),
        ]
        fields["pitch"] = speech.request.pitch.map { .integer(Int64($0)) }
        if playbackLatency > 0 { fields["delay"] = .integer(playbackLatency) }
        emit("speaking", fields)
        if playbackLatency > 0 {
            set(.speech(channel: channel), at: now + playbackLatency)
        } else {
            speechIsHeard(channel)
        }
        suspendListening()
    }

    /// The first frame of the speech leaves the loudspeaker.
    mutating func speechIsHeard(_ channel: Int) {
        guard channels[channel]?.speaking?.isTold == false else { return }
        channels[channel]?.speaking?.isTold = true
        callBack(
            .ttsSpeakingChanged, ["speaking": true, "channel": .integer(Int64(channel))])
    }

    /// The speech that sounds is over; the next one begins.
    mutating func speechEnded(_ channel: Int, _ ending: Ending) {
        guard channels[channel]?.speaking != nil else { return }
        close(channel, ending)
        startNextSpeech(channel)
        awaitResumption()
        tellStatus()
    }

    private mutating func close(_ channel: Int, _ ending: Ending) {
        guard let sounding = channels[channel]?.speaking else { return }
        if let job = sounding.job {
            owners[job] = nil
            if ending == .cancelled { output.append(.stopPlaying(job: job)) }
        }
        cancel(.speech(channel: channel))
        let isHeardLater =
            ending == .finished && sounding.speech.request.endsWhenHandedOver
        let heardEnd = now + (isHeardLater ? playbackLatency : 0)
        // One that ended before it was heard begins and ends at once; of one that was stopped
        // before, no callback tells.
        if ending == .finished { speechIsHeard(channel) }
        let isTold = channels[channel]?.speaking?.isTold == true
        channels[channel]?.speaking = nil
        channels[channel]?.clipDue = heardEnd - playbackLatency
        suppressedUntil = heardEnd + config.suppressFrames
        let frames = max(0, heardEnd - sounding.heardFrom)
        emit(
            "spoken",
            [
                "speech": .string(sounding.speech.label), "channel": .integer(Int64(channel)),
                "how": .string(ending.rawValue), "frames": .integer(frames),
            ])
        if sounding.wordCount > 0 { tellPulse(0, channel) }
        if isTold {
            callBack(
                .ttsSpeakingChanged, ["speaking": false, "channel": .integer(Int64(channel))])
        }
        answer(sounding.speech, frames: frames, completed: ending == .finished)
    }

    private mutating func answer(_ speech: MachineSpeech, frames: Frame, completed: Bool) {
        reply(speech.call, ["frames": .integer(frames), "completed": .bool(completed)])
    }

    /// Playback has reached a word.
    mutating func wordReached(_ channel: Int, _ mark: WordMark) {
        guard let sounding = channels[channel]?.speaking else { return }
        let count = sounding.wordCount + 1
        channels[channel]?.speaking?.wordCount = count
        let pulse = PulseWave.permille(atWord: count)
        emit(
            "pulse",
            [
                "speech": .string(sounding.speech.label), "word": .integer(Int64(mark.index)),
                "pulse": .integer(pulse),
            ])
        tellPulse(pulse, channel)
    }

    private mutating func tellPulse(_ permille: Int64, _ channel: Int) {
        callBack(
            .ttsPulse, ["pulsePermille": .integer(permille), "channel": .integer(Int64(channel))])
    }

    // MARK: Stopping

    mutating func cancelSpeaking(_ call: EngineCall) {
        guard let number = call.arguments["speech"]?.integer else { return }
        for channel in channels.keys.sorted() {
            guard let state = channels[channel] else { continue }
            if let sounding = state.speaking, sounding.speech.number == number {
                return speechEnded(channel, .cancelled)
            }
            if let index = state.queue.firstIndex(where: { $0.number == number }) {
                let speech = channels[channel]?.queue.remove(at: index)
                if let speech { answer(speech, frames: 0, completed: false) }
                return
            }
        }
    }

    /// Stops all speech of a channel; those who wait for it are answered.
    mutating func stopSpeaking(_ channel: Int) {
        let waiting = channels[channel]?.queue ?? []
        channels[channel]?.queue = []
        speechEnded(channel, .cancelled)
        for speech in waiting { answer(speech, frames: 0, completed: false) }
    }
}
