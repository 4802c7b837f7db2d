internal import VoiceTime
internal import VoiceTrace

/// Words a first cause.
struct CauseSentence {
    let diff: TraceDiff
    let difference: Difference?
    let field: FieldChange?

    /// Flags that are told; more of them are counted.
    static let flagLimit = 3

    /// Settings that are named; more of them are counted.
    static let settingLimit = 3

    /// What is known to have been there before is said first, then where it shows.
    func text(
        before: [String], evidence: Difference?, evidenceField: FieldChange?, flags: [String]
    ) -> String {
        var clauses = before
        if let difference {
            clauses.append((before.isEmpty ? "" : "first seen: ") + main(difference))
        } else if diff.goldenIsEdited {
            clauses.append("the golden trace was edited by hand: its digest no longer fits it")
        }
        if let evidence, let evidenceField {
            clauses.append(
                "\(place(evidence)) shows why: \(change(evidenceField))")
        }
        clauses += flags.prefix(Self.flagLimit)
        if flags.count > Self.flagLimit {
            clauses.append("\(flags.count - Self.flagLimit) more inputs or crossings like that")
        }
        return clauses.joined(separator: "; ") + "."
    }

    func settings(_ settings: [SettingChange]) -> [String] {
        var clauses = settings.prefix(Self.settingLimit).map { setting in
            "setting \(setting.name) \(raw(setting.expected)) -> \(raw(setting.found))"
                + distance(setting)
        }
        if settings.count > Self.settingLimit {
            clauses.append("\(settings.count - Self.settingLimit) more settings")
        }
        return clauses
    }

    func input(_ input: InputChange) -> String {
        let place = "input \(input.name) at \(time(input.frame))"
        guard let golden = input.golden else { return "\(place) was not there before" }
        guard let actual = input.actual else { return "\(place) is missing" }
        if let field = input.field { return "\(place): \(change(field))" }
        return "\(place) comes \(later(actual.frame - golden.frame))"
    }

    func tolerated(_ difference: Difference, _ field: FieldChange?) -> String {
        let what = field.map { "\(place(difference)): \(change($0))" } ?? place(difference)
        return "within the tolerance, \(what)" + delay(difference)
    }

    private func main(_ difference: Difference) -> String {
        let place = place(difference)
        switch difference.kind {
        case .changed:
            guard let field else { return "\(place) changed" }
            return "\(place): \(change(field))" + delay(difference)
        case .missing: return "\(place) is missing" + following(difference, "missing")
        case .extra: return "\(place) was not expected" + following(difference, "extra")
        case .moved: return moved(difference, place)
        case .retimed: return retimed(difference, place)
        }
    }

    private func place(_ difference: Difference) -> String {
        let module = difference.module.map { " in module \($0)" } ?? ""
        return "\(difference.event.label) at \(time(difference.event.frame))\(module)"
    }

    private func change(_ field: FieldChange) -> String {
        let unit = FieldUnit(field: field.name)
        let expected = unit.text(field.expected, rate: diff.sampleRate)
        let found = unit.text(field.found, rate: diff.sampleRate)
        return "\(field.name) expected \(expected), found \(found)\(distance(field))"
    }

    private func distance(_ change: FieldChange) -> String {
        let unit = FieldUnit(field: change.name)
        return unit.distance(change, rate: diff.sampleRate).map { " (\($0))" } ?? ""
    }

    private func delay(_ difference: Difference) -> String {
        guard let shift = difference.shift, shift != 0 else { return "" }
        return ", and the event comes \(later(shift))"
    }

    private func later(_ shift: Frame) -> String {
        shift < 0 ? "\(time(-shift)) earlier" : "\(time(shift)) later"
    }

    /// What the rest of the group adds to its first event.
    private func following(_ difference: Difference, _ word: String) -> String {
        let group = diff.groups.first { $0.kind == difference.kind && $0.first == difference }
        guard let group, group.count > 1 else { return "" }
        let count = group.count - 1
        let events = count == 1 ? "the next event" : "the next \(count) events"
        return group.reachesEnd
            ? ", and so is everything after it: \(group.count) events \(word) up to the end"
            : ", and so \(count == 1 ? "is" : "are") \(events)"
    }

    private func moved(_ difference: Difference, _ place: String) -> String {
        guard let move = difference.move else {
            return "\(place) moved" + delay(difference)
        }
        let (found, expected) = move.isEarlier ? ("before", "after") : ("after", "before")
        let word = move.isSwap ? "is swapped with its neighbour" : "moved"
        return "\(place) \(word): it comes \(found) \(move.past.label), expected \(expected) it"
    }

    private func retimed(_ difference: Difference, _ place: String) -> String {
        guard let shift = difference.shift else { return place }
        let text = "\(place) comes \(later(shift))"
        let group = diff.groups.first { $0.kind == .retimed && $0.first == difference }
        guard let group, group.count > 1, group.isUniform else { return text }
        let rest = group.count - 1
        let events = rest == 1 ? "1 event" : "\(rest) events"
        return "\(text), and so \(rest == 1 ? "does" : "do") \(events) after it"
            + (group.reachesEnd ? ", up to the end" : "")
    }

    private func time(_ frame: Frame) -> String { FieldUnit.time(frame, rate: diff.sampleRate) }

    private func raw(_ value: JSONValue?) -> String { value.map(JSONWriter.text) ?? "nothing" }
}
