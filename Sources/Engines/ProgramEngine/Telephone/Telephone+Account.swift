internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The buffer of the carrier and the account of it, as events.
extension Telephone {
    /// Plays the buffer up to `frame`.
    mutating func playOut(to frame: Frame) {
        for piece in playout.play(to: frame) { tellHeard(piece) }
    }

    /// Ends the stretch that is being heard.
    mutating func endHearing() {
        if let piece = playout.endHearing() { tellHeard(piece) }
    }

    private mutating func tellHeard(_ piece: Playout.Piece) {
        account.hear(piece)
        add(.heard(piece))
    }

    /// Tells what was sent since the last time.
    mutating func tellSent() {
        for (piece, line) in sent { add(.emit("sent", piece.fields, line: line)) }
        sent = []
    }

    /// Throws away what is not heard yet, as the server's line says.
    mutating func throwAway(_ line: String?, at frame: Frame) {
        tellSent()
        playOut(to: frame)
        let thrown = playout.clear(returnsMarks: settings.carrier.takes.returnsMarks)
        marks.clear()
        endHearing()
        for piece in thrown {
            add(.emit("thrown", piece.fields, line: line))
            if account.text(of: piece.item ?? "").isEmpty { answers.addUnknown() }
        }
        guard let sound = openSound else { return }
        openSound = nil
        add(.stopSound(sound, line: line))
    }

    /// Returns the frames of an item that were heard by `frame`.
    mutating func heard(of item: String, at frame: Frame) -> Frame {
        playOut(to: frame)
        let open = playout.hearing
        return account.heard(of: item) + (open?.item == item ? open?.frames ?? 0 : 0)
    }

    /// Tells what is wrong with a mark.
    mutating func tellMark(_ fields: JSONObject, _ line: String?) {
        add(.emit(TelephoneEvent.mark, fields, line: line))
    }

    /// The server asks a service something, with texts that its model is to take as said.
    mutating func tell(asked body: CallBody, _ line: String?) {
        guard answers.isWaiting, let said = body.json else { return }
        for told in answers.told(in: said) {
            add(.emit(TelephoneEvent.told, told, line: line))
        }
        guard answers.noteUnknown(in: said) else { return }
        add(
            .note(
                "\(AppLine.lead(line))the rule \"text\" cannot be judged: the app gives its model a"
                    + " text as said, and the words of the sound that was thrown away are not known"
                    + " (response.output_audio_transcript.delta, or words that the carrier speaks)."
            ))
    }

    /// The model of the server says something to it.
    mutating func hear(model body: CallBody?) {
        guard let text = body?.value.string,
            text.contains("audio.delta") || text.contains("audio_transcript.delta"),
            let message = body?.json?.object
        else { return }
        account.hear(model: message)
    }

    /// The server says something to its model.
    mutating func tell(model body: CallBody, _ line: String?, at frame: Frame) {
        tell(asked: body, line)
        guard let text = body.value.string,
            text.contains("item.truncate") || text.contains("session.update"),
            let message = body.json?.object
        else { return }
        guard account.knowsModel || message["item_id"] == nil else {
            add(
                .note(
                    "\(AppLine.lead(line))the rule \"cut\" cannot be judged: no sound of the model"
                        + " was seen (response.output_audio.delta)."))
            return
        }
        let item = message["item_id"]?.string ?? ""
        let known = heard(of: item, at: frame)
        guard let cut = account.tell(model: message, heard: known) else { return }
        add(.emit("cut", cut, line: line))
        answers.add(
            account.text(of: item), heard: known, of: cut["whole"]?.integer ?? 0, item: item)
    }
}

extension Playout.Piece {
    /// The fields of an event about it.
    var fields: JSONObject {
        var fields: JSONObject = [
            "sound": .string("sound \(sound)"), "frames": .integer(frames),
        ]
        if let item { fields["item"] = .string(item) }
        return fields
    }
}
