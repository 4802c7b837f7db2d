internal import VoiceJSON
internal import VoiceTrace

/// Reads a log of one JSON object a line by what a mapping says of it.
struct MappedLog {
    private(set) var log = CallLog(form: "JSON lines")

    /// The events of `bytes`.
    init(_ bytes: [UInt8], _ mapping: LogMapping) {
        log.kinds = Self.kinds(of: mapping)
        var unused = UnusedLines()
        var timeless = UnusedLines()
        var lines = LogLines(bytes)
        while let line = lines.next() {
            guard let object = line.object else {
                unused.add(line)
                continue
            }
            guard let name = object.value(at: mapping.kind)?.string,
                let entry = mapping.entries[name]
            else { continue }
            guard let time = LogTime.nanoseconds(object.value(at: mapping.time), mapping.unit)
            else {
                timeless.add(line)
                continue
            }
            var fields: JSONObject = [:]
            for field in entry.fields {
                fields[field.name] = Self.kept(object.value(at: field.path))
            }
            _ = log.add(
                CallLog.Event(
                    nanoseconds: time, kind: entry.kind, fields: fields, mark: entry.mark,
                    line: line.number))
        }
        log.notes =
            unused.notes("JSON objects")
            + timeless.notes("events with a time at \"\(mapping.time.joined(separator: "."))\"")
    }

    /// A value that is one text, number or flag; others are left out.
    private static func kept(_ value: JSONValue?) -> JSONValue? {
        switch value {
        case .string(let text)?: .string(String(text.prefix(CallLog.textLimit)))
        case .integer?, .decimal?, .bool?: value
        default: nil
        }
    }

    /// One kind for each name that the mapping gives.
    private static func kinds(of mapping: LogMapping) -> [EventKind] {
        var kinds: [String: EventKind] = [:]
        for (_, entry) in mapping.entries.sorted(by: { $0.key < $1.key }) {
            var kind = kinds[entry.kind] ?? EventKind(entry.kind, entry.role)
            for field in entry.fields where !kind.fields.contains(where: { $0.name == field.name })
            {
                kind.fields.append(EventField(field.name))
            }
            kinds[entry.kind] = kind
        }
        return kinds.values.sorted { $0.name < $1.name }
    }
}
