package import VoiceJSON
internal import VoiceTime

/// The time and the place that a session gives a program under test, in place of the machine's.
package struct SessionWorld: Sendable, Equatable {
    /// The name of the file in a session's `flow` folder.
    package static let fileName = "world.json"
    /// The beginning of a session that nothing dates: 14 November 2023, 22:13:20 UTC.
    package static let usualStart: Int64 = 1_700_000_000
    /// The zone of a session whose scenario names none.
    package static let usualZone = "UTC"
    /// The fault of a file that is none, for a message.
    package static let fault = "is not the time and place of a session"
    private static let processorRange: ClosedRange<Int64> = 1...4_096
    private static let lengths = 1...128

    /// The wall clock at frame 0, in seconds since 1970.
    package var startsAt = usualStart
    /// The zone of the local time, as in `Europe/Berlin`.
    package var timeZone = usualZone
    /// The locale, as the variable `LANG` names it.
    package var locale = "C.UTF-8"
    /// The name of the machine.
    package var host = "voicetest"
    /// The name of the user.
    package var user = "voicetest"
    /// The number of processors.
    package var processors: Int64 = 4
    /// The number of the caller among those who call the program at once, from 1; nil for a caller
    /// of a program that has no other.
    package var caller: Int64?
    /// Callers of one program at most.
    package static let callerRange: ClosedRange<Int64> = 1...8

    /// The world of a session that nothing dates or places.
    package init() {}

    /// Reads the file of a session; nil for bytes that are not what ``bytes`` writes.
    package init?(bytes: [UInt8]) {
        guard let object = try? JSONReader.value(of: bytes).object else { return nil }
        func text(_ key: String) -> String? {
            guard let text = object[key]?.string, Self.lengths.contains(text.utf8.count),
                text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "=") })
            else { return nil }
            return text
        }
        let caller = object["caller"]?.integer
        guard object.members.count == (caller == nil ? 6 : 7),
            Self.callerRange.contains(caller ?? 1), let start = object["startsAt"]?.string,
            start.last == "Z", let seconds = CalendarTime.seconds(start.dropLast()),
            let zone = text("timeZone"), let locale = text("locale"), let host = text("host"),
            let user = text("user"), let processors = object["processors"]?.integer,
            Self.processorRange.contains(processors)
        else { return nil }
        startsAt = seconds
        timeZone = zone
        self.locale = locale
        self.host = host
        self.user = user
        self.processors = processors
        self.caller = caller
    }

    /// The file: one member a line, the beginning in UTC.
    package var bytes: [UInt8] {
        var object = place
        object["startsAt"] = .string(CalendarTime.text(startsAt) + "Z")
        return JSONWriter.prettyBytes(.object(object))
    }

    /// The members that say where the program runs.
    package var place: JSONObject {
        var place: JSONObject = [
            "timeZone": .string(timeZone), "locale": .string(locale), "host": .string(host),
            "user": .string(user), "processors": .integer(processors),
        ]
        place["caller"] = caller.map { .integer($0) }
        return place
    }

    /// Variables of the environment that have the program, its libraries and its children see the
    /// place; nil for those that would say otherwise.
    package var variables: [String: String?] {
        var variables: [String: String?] = [
            "TZ": timeZone, "LANG": locale, "LC_ALL": locale, "LANGUAGE": nil,
            "USER": user, "LOGNAME": user, "USERNAME": user, "HOSTNAME": host,
        ]
        let categories = ["CTYPE", "NUMERIC", "TIME", "COLLATE", "MONETARY", "MESSAGES"]
        for category in categories { variables["LC_\(category)"] = .some(nil) }
        return variables
    }
}
