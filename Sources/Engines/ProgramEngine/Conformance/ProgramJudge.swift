internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Reads the lines of a program and knows what they may say by now.
struct ProgramJudge {
    /// The members of each kind of line, `kind` left out.
    static let members = Dictionary(
        uniqueKeysWithValues: ownMembers.map { kind, names in
            (kind, ofNoCall.contains(kind) ? names : names.union(["caller"]))
        })
    /// Kinds of lines that belong to no call of a caller.
    private static let ofNoCall: Set = ["ready", "idle", "escape"]
    private static let ownMembers: [String: Set<String>] = [
        "ready": [
            "protocol", "name", "version", "hears", "digest", "kinds", "settings", "client",
            "exchangesSecrets", "keys", "callers",
        ],
        "emit": ["event", "fields", "why", "line"],
        "play": ["id", "text", "pcm", "file", "last", "line"],
        "stop": ["id", "line"], "listen": ["id", "task", "limits", "line"],
        "field": ["name", "value", "line"],
        "call": ["id", "to", "body", "encoding", "open", "line"],
        "more": ["id", "body", "encoding", "line"], "cancel": ["id"],
        "made": ["id", "chunks", "status", "statusLine", "headers", "trailers", "error"],
        "came": ["id", "body", "encoding", "last"], "escape": ["what", "name", "line"],
        "unhandled": ["error", "of", "line"],
        "serve": ["port", "line"], "open": ["connection", "status", "headers", "line"],
        "message": ["connection", "body", "encoding", "last", "line"],
        "close": ["connection", "code", "reason", "line"],
        "ended": [], "failed": ["reason", "line"], "idle": ["t", "next", "files"],
    ]
    private static let reserved: Set<String> = ["kind", "seq", "t", "tap", "why"]

    private var used: Set<Int> = []
    private var openSounds: Set<Int> = []
    private var wholeSounds: Set<Int> = []
    private var calls: [Int: Bool] = [:]
    private(set) var unmade: Set<Int> = []
    private(set) var isOver = false
    var hearsSound = false

    /// The line that `bytes` spell.
    static func line(_ bytes: [UInt8]) throws(ProgramBreach) -> (ProgramLine, JSONObject) {
        guard let object = (try? JSONReader.value(of: bytes))?.object else {
            throw ProgramBreach(.json, "writes a line that is no JSON object")
        }
        guard let kind = object["kind"]?.string, let known = members[kind] else {
            let what = object["kind"].map { JSONWriter.text($0) } ?? "no \"kind\""
            throw ProgramBreach(.kind, "writes a line with \(String(what.prefix(60)))")
        }
        let own = object.members.map(\.key).filter { $0 != "kind" }
        if let other = own.first(where: { !known.contains($0) }) {
            throw ProgramBreach(
                .members, "writes \"\(kind)\" with \(ProgramLineReader.quoted(other))")
        }
        if kind == "idle", object["next"] == nil {
            throw ProgramBreach(.members, "writes \"idle\" without \"next\"")
        }
        do throws(ProgramFault) {
            return (try ProgramLineReader.line(bytes), object)
        } catch { throw ProgramBreach(.members, error.what) }
    }

    /// The calls that this turn asks the program to make.
    mutating func ask(toMake ids: [Int]) { unmade.formUnion(ids) }

    /// Whether `act` is allowed now.
    mutating func check(_ act: ProgramAct) throws(ProgramBreach) {
        guard !isOver else {
            throw ProgramBreach(.over, "does something behind \"ended\" or \"failed\"")
        }
        switch act.kind {
        case .emit(_, let fields, _):
            if let key = fields.members.first(where: { Self.reserved.contains($0.key) })?.key {
                throw ProgramBreach(.reservedField, "emits an event with the field \"\(key)\"")
            }
        case .play(let id, _, let isLast): try play(id, isLast)
        case .stop(let id): try know(id, "stops")
        case .listen(let id, _, _):
            try check(newID: id)
            guard !hearsSound else {
                throw ProgramBreach(.level, "listens, and hears \"audio\"")
            }
        case .call(let id, let question):
            try check(newID: id)
            calls[id] = question.isOpen
        case .more(let id, _): try open(id, "sends more on")
        case .came(let id, _, _): try open(id, "got a message on")
        case .cancel(let id):
            guard calls[id] != nil else {
                throw ProgramBreach(.knownNumber, "cancels the call \(id), which it did not make")
            }
            unmade.remove(id)
        case .made(let id, _):
            guard unmade.remove(id) != nil else {
                throw ProgramBreach(.made, "says \"made\" of \(id), which it was not asked for")
            }
        case .field, .escape, .unhandled, .serve: break
        case .opened(let number, _, _), .message(let number, _, _), .close(let number, _, _):
            throw ProgramBreach(
                .knownNumber, "answers on the connection \(number), which was not opened")
        case .ended, .failed: isOver = true
        }
    }

    /// Checks what has to be done when a turn is over.
    mutating func endTurn() throws(ProgramBreach) {
        if let id = unmade.min(), !isOver {
            throw ProgramBreach(.made, "does not say \"made\" of the call \(id)")
        }
        unmade = []
    }

    private mutating func play(_ id: Int, _ isLast: Bool) throws(ProgramBreach) {
        if !openSounds.contains(id) {
            try check(newID: id)
            openSounds.insert(id)
        } else if wholeSounds.contains(id) {
            throw ProgramBreach(.closedSound, "plays more of the sound \(id)")
        }
        if isLast { wholeSounds.insert(id) }
    }

    private mutating func check(newID id: Int) throws(ProgramBreach) {
        guard used.insert(id).inserted else {
            throw ProgramBreach(.newNumber, "uses the number \(id) twice")
        }
    }

    private func know(_ id: Int, _ deed: String) throws(ProgramBreach) {
        guard used.contains(id) else {
            throw ProgramBreach(.knownNumber, "\(deed) \(id), a number that it did not use")
        }
    }

    private func open(_ id: Int, _ deed: String) throws(ProgramBreach) {
        guard let isOpen = calls[id] else {
            throw ProgramBreach(.knownNumber, "\(deed) the call \(id), which it did not make")
        }
        guard isOpen else { throw ProgramBreach(.openCall, "\(deed) the call \(id)") }
    }
}
