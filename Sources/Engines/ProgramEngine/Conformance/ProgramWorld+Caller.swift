internal import VoiceTime

extension ProgramWorld {
    /// Gives the turn to the caller, when the app has said what it has to say.
    mutating func turnToCaller() {
        guard !isSpokenTo, scene.caller != .silent else { return }
        if hearsSound {
            let start = at + scene.frames(500)
            speech = Array(speech.suffix(8)) + [start...start + scene.frames(800)]
            return
        }
        guard let open = listening else { return }
        listening = nil
        if scene.caller == .presses {
            press("12#", from: at + scene.frames(500))
            return
        }
        let text =
            open.phrases.isEmpty ? "yes" : open.phrases[(listenCount - 1) % open.phrases.count]
        let isLate = scene.caller == .late && (next ?? at) > at
        let start = isLate ? (next ?? at) + 40 : at + scene.frames(500)
        let end = start + (isLate ? 40 : scene.frames(800))
        add(.speechStart, at: start)
        if !isLate {
            let first = String(text.prefix { $0 != " " })
            let words = ProgramInput.words(
                id: open.id, text: first, isFinal: false, isRejected: false)
            add(words, at: start + scene.frames(400))
        }
        add(.words(id: open.id, text: text, isFinal: true, isRejected: false), at: end)
        add(.speechEnd, at: isLate ? end + 40 : end)
    }

    /// The caller presses keys, five a second.
    mutating func press(_ keys: String, from start: Frame) {
        for (place, key) in keys.enumerated() {
            add(.key(key), at: start + Frame(place) * scene.frames(200))
        }
    }

    /// The caller speaks over the app.
    mutating func interrupt() {
        let start = at + scene.frames(200)
        if hearsSound {
            speech = Array(speech.suffix(8)) + [start...start + scene.frames(600)]
        } else {
            add(.speechStart, at: start)
            add(.speechEnd, at: start + scene.frames(600))
        }
    }
}
