internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Describes a first cause.
struct CauseSentence {
    let diff: TraceDiff
    let difference: Difference?
    let field: FieldChange?

    /// Flags that are told; more of them are counted.
    static let flagLimit = 3

    /// Settings, and changes of files, that are named; more of them are counted.
    private static let toldLimit = 3

    /// Builds the sentence: first what is known to have been there before, then where it shows.
    func text(
        before: [String], evidence: Difference?, evidenceField: FieldChange?, late: [String],
        after: [String], callerTiming: [String], flags: [String]
    ) -> String {
        var clauses = before
        if let difference {
            clauses.append((before.isEmpty ? "" : "first seen: ") + main(difference))
        } else if diff.goldenIsEdited {
            clauses.append(Self.edited)
        }
        if let evidence, let evidenceField {
            clauses.append(
                "\(place(evidence)) shows why: \(change(evidenceField))")
        }
        if let first = late.first { clauses += ["then: \(first)"] + late.dropFirst() }
        if !after.isEmpty {
            clauses.append(
                "changed as well, though not behind this: " + after.joined(separator: ", "))
        }
        if let first = callerTiming.first {
            clauses.append("the recorded caller does not fit the changed flow: \(first)")
        }
        clauses += flags.prefix(Self.flagLimit)
        if flags.count > Self.flagLimit {
            let more = flags.count - Self.flagLimit
            clauses.append(
                "\(more) more \(more == 1 ? "fault" : "faults") like \(more == 1 ? "it" : "them")")
        }
        return Sentence.closed(clauses.map(Sentence.clause).joined(separator: "; "))
    }

    /// Causes as clauses: the first three settings and the first three changes of files, and how
    /// many more there are.
    static func told(_ causes: [Cause]) -> [String] {
        let settings = causes.filter { $0.kind == .setting }
        let files = causes.filter { $0.kind == .file || $0.kind == .sound }
        var clauses: [String] = []
        var rest: [Cause.Kind: Int] = [:]
        for cause in causes {
            let isSetting = cause.kind == .setting
            let all = isSetting ? settings : files
            guard let place = all.firstIndex(of: cause), place >= toldLimit else {
                clauses.append(cause.description)
                continue
            }
            let kind: Cause.Kind = isSetting ? .setting : .file
            rest[kind, default: 0] += 1
            guard rest[kind] == all.count - toldLimit else { continue }
            let word = isSetting ? "setting" : "change"
            let more = all.count - toldLimit
            clauses.append(
                "\(more) more \(word)\(more == 1 ? "" : "s")\(isSetting ? "" : " of the files")")
        }
        return clauses
    }

    /// A setting, with the distance of its values in its own unit.
    func worded(_ cause: Cause) -> Cause {
        guard let change = cause.setting else { return cause }
        return Cause(
            setting: change, file: cause.file, line: cause.line, key: cause.key,
            distance: unit(change.name).distance(change, rate: diff.sampleRate))
    }

    func input(_ input: InputChange) -> Cause {
        func cause(_ what: String) -> Cause {
            let key = "input \(input.name)" + (input.field.map { ": \($0.name)" } ?? "")
            return Cause(.input, key: key, what: what)
        }
        let place = "input \(input.name) at \(time(input.frame))"
        guard let golden = input.golden else { return cause("\(place) was not there before") }
        guard let actual = input.actual else { return cause("\(place) is missing") }
        if let field = input.field { return cause("\(place): \(change(field))") }
        let verb = input.name == "caller" ? "starts" : "comes"
        return cause("\(place) \(verb) \(later(actual.frame - golden.frame))")
    }

    func tolerated(_ difference: Difference, _ field: FieldChange?) -> Cause {
        let what = field.map { "\(place(difference)): \(change($0))" } ?? place(difference)
        return Cause(
            .tolerance, key: "within the tolerance, \(name(difference.event))",
            what: "within the tolerance, \(what)" + delay(difference))
    }

    /// Returns a cause to stand where nothing is known to have changed.
    func unknown(_ flags: [String], _ faults: [TurnFault]) -> Cause {
        guard let difference else {
            return diff.goldenIsEdited
                ? Cause(.golden, what: Self.edited)
                : Cause(flag: flags.first ?? "", among: faults)
        }
        let kind = difference.event.kind
        let label = name(difference.event)
        let place = AppLine(difference.actual) ?? AppLine(difference.golden)
        func cause(key: String, _ what: String) -> Cause {
            var cause = Cause(
                .event, file: place?.file, line: place?.line, key: key,
                what: what + (place?.caller ?? ""))
            cause.appName = .own
            return cause
        }
        if let field {
            let values = [field.expected, field.found].map { value in
                ShortDigest.text(of: value)
                    ?? unit(field.name).text(value, rate: diff.sampleRate)
            }
            return cause(
                key: "\(kind): \(field.name) differs",
                "\(label): \(field.name) \(values[0]) → \(values[1])")
        }
        if let deed = DeedChange(difference, in: diff) { return cause(key: deed.key, deed.what) }
        let change =
            switch difference.kind {
            case .missing: "is missing"
            case .extra: "was not expected"
            case .moved where difference.shift ?? 0 == 0: "comes in another order"
            case .moved, .retimed: "comes at another time"
            case .changed: "changed"
            }
        return cause(key: "\(kind) \(change)", "\(label) \(change)\(inItsPlace(difference))")
    }

    private static let edited =
        "the golden trace was edited by hand: its digest or its numbering no longer fits it"

    /// Says where the difference shows and how.
    func main(_ difference: Difference) -> String {
        let place = place(difference)
        if let deed = DeedChange(difference, in: diff) {
            return "\(deed.what)\(self.where(difference))"
                + following(difference, difference.kind == .missing ? "missing" : "extra")
        }
        switch difference.kind {
        case .changed:
            guard let field else { return "\(place) changed" }
            return "\(place): \(change(field, in: difference))" + delay(difference)
        case .missing:
            return "\(place) is missing\(inItsPlace(difference))"
                + following(difference, "missing")
        case .extra:
            return "\(place) was not expected\(inItsPlace(difference))"
                + following(difference, "extra")
        case .moved: return moved(difference, place)
        case .retimed: return retimed(difference, place)
        }
    }

    /// The event of the same kind and time that stands in the place of a missing event, or that was
    /// expected in the place of a new one. Empty where there is none with another label.
    private func inItsPlace(_ difference: Difference) -> String {
        guard [.missing, .extra].contains(difference.kind) else { return "" }
        let other = diff.differences.first { $0.stands(for: difference, diff.vocabulary) }
        guard let other, name(other.event) != name(difference.event) else { return "" }
        let verb = difference.kind == .missing ? "found" : "expected"
        return " (\(verb) in its place: \(name(other.event))\(line(other)))"
    }

    private func name(_ event: TraceEvent) -> String { diff.vocabulary.label(of: event) }

    private func unit(_ field: String) -> FieldUnit { FieldUnit(field: field, in: diff.vocabulary) }

    private func place(_ difference: Difference) -> String {
        name(difference.event) + self.where(difference)
    }

    /// Time, scope and line of an event.
    private func `where`(_ difference: Difference) -> String {
        let word = diff.vocabulary.scopeWord
        let module = difference.module.map { " in \(word) \($0)" } ?? ""
        return " at \(time(difference.frame))\(module)\(line(difference))"
    }

    /// The line of the app behind an event: as it is now, else as it was.
    private func line(_ difference: Difference) -> String {
        if let now = AppLine(difference.actual) { return " (\(now.text))" }
        return AppLine(difference.golden).map { " (was \($0.text))" } ?? ""
    }

    private func change(_ field: FieldChange, in difference: Difference? = nil) -> String {
        let unit = unit(field.name)
        func text(_ value: JSONValue?) -> String {
            ShortDigest.text(of: value) ?? unit.text(value, rate: diff.sampleRate)
        }
        let (expected, found) = (text(field.expected), text(field.found))
        let reasons = difference.map { self.reasons($0, besides: field) } ?? ("", "")
        return "\(field.name) expected \(expected)\(reasons.0),"
            + " found \(found)\(distance(field))\(reasons.1)"
    }

    /// Returns the deciding evidence of each of two outcomes that were not decided by the same
    /// evidence.
    private func reasons(
        _ difference: Difference, besides field: FieldChange
    ) -> (expected: String, found: String) {
        // Evidence that both traces have says it all.
        guard !field.name.hasPrefix("why.") else { return ("", "") }
        let own = difference.fields.filter { $0.name.hasPrefix("why.") }
        let rate = diff.sampleRate
        let expected = own.filter { $0.found == nil }.map {
            "\($0.name) \(unit($0.name).text($0.expected, rate: rate))"
        }
        let found = own.filter { $0.expected == nil }.map {
            "\($0.name) \(unit($0.name).text($0.found, rate: rate))"
        }
        let isFoundFirst = difference.shift.map { $0 <= 0 } ?? true
        if isFoundFirst, !found.isEmpty { return ("", " with " + found.joined(separator: ", ")) }
        return (expected.isEmpty ? "" : " with " + expected.joined(separator: ", "), "")
    }

    private func distance(_ change: FieldChange) -> String {
        let unit = unit(change.name)
        return unit.distance(change, rate: diff.sampleRate).map { " (\($0))" } ?? ""
    }

    private func delay(_ difference: Difference) -> String {
        guard let shift = difference.shift, shift != 0 else { return "" }
        return ", and the event comes \(later(shift))"
    }

    private func later(_ shift: Frame) -> String {
        shift < 0 ? "\(time(-shift)) earlier" : "\(time(shift)) later"
    }

    /// Describes what the rest of the group adds to its first event.
    private func following(_ difference: Difference, _ word: String) -> String {
        let group = diff.groups.first { $0.kind == difference.kind && $0.first == difference }
        guard let group, group.count > 1 else { return "" }
        guard group.stretches == 1 else {
            let more = group.stretches - 1
            return ", and so it is in \(more) more \(more == 1 ? "place" : "places")"
        }
        let count = group.count - 1
        let events = count == 1 ? "the next event" : "the next \(count) events"
        return group.reachesEnd
            ? ", and so is everything after it: \(group.count) events \(word) up to the end"
            : ", and so \(count == 1 ? "is" : "are") \(events)"
    }

    private func moved(_ difference: Difference, _ place: String) -> String {
        guard let move = difference.move else {
            let what = field.map { ": \(change($0, in: difference)), and it" } ?? ""
            return "\(place)\(what) moved" + delay(difference)
        }
        let (found, expected) = move.isEarlier ? ("before", "after") : ("after", "before")
        let what = field.map { ": \(change($0, in: difference)), and it" } ?? ""
        if !move.isSwap, let shift = difference.shift, shift != 0 {
            return "\(place)\(what) comes \(later(shift)): \(found) \(name(move.past)), expected"
                + " \(expected) it"
        }
        let word = move.isSwap ? "is swapped with its neighbour" : "moved"
        return "\(place)\(what) \(word): it comes \(found) \(name(move.past)),"
            + " expected \(expected) it"
    }

    private func retimed(_ difference: Difference, _ place: String) -> String {
        guard let shift = difference.shift else { return place }
        let text = "\(place) comes \(later(shift))"
        let group = diff.groups.first { $0.kind == .retimed && $0.first == difference }
        guard let group, group.count > 1, group.isUniform || group.growth != nil
        else { return text }
        let rest = group.count - 1
        let events = rest == 1 ? "1 event" : "\(rest) events"
        let growth = group.growth.map {
            ", \(time(abs($0))) more each time, \(group.stretches) times"
        }
        return "\(text), and so \(rest == 1 ? "does" : "do") \(events) after it"
            + (growth ?? "") + (group.reachesEnd ? ", up to the end" : "")
    }

    private func time(_ frame: Frame) -> String { FieldUnit.time(frame, rate: diff.sampleRate) }
}
