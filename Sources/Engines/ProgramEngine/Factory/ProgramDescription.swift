internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Description that a program gives of itself: its answer to `hello`, which sessions keep.
struct ProgramDescription: Equatable {
    /// The name of the file in a session's `flow` folder.
    static let fileName = "program.json"

    /// Level at which a program takes part.
    enum Level: String { case words, audio }

    /// One kind of the app's own events.
    struct Kind: Equatable {
        /// Role of the events.
        enum Role: String, CaseIterable { case decision, state, note, figure }

        let name: String
        let role: Role
        let fields: [String]
        let units: [String: String]
        /// Fields that repeat what callers said.
        let isPrivate: Set<String>
        /// Every state that the app may be in, of a kind of state; empty where it names none.
        let states: [String]

        /// The field of a figure that has its time: the first that counts milliseconds or frames.
        var figure: String? {
            guard role == .figure else { return nil }
            return fields.first { name in
                let unit = units[name].flatMap(EventUnit.init(spelled:))
                return unit == .milliseconds || unit == .frames
            }
        }
    }

    let name: String
    let version: String
    let level: Level
    let kinds: [Kind]
    let settings: JSONObject
    /// Whether a program that hears sound is told keys in place of their tones.
    let takesKeys: Bool
    /// Whether it exchanges secrets for stand-ins in this run; no file says so.
    let exchangesSecrets: Bool
    /// Settings that the run asked for, by name: what else they are, the program says itself.
    var asked: Set<String> = []
    private static let kindLimit = 128
    private static let settingLimit = 256
    static let exchange = "exchangesSecrets"
    private static let keys = "keys"

    /// Reads `ready`, or the file of a session.
    ///
    /// - Throws: ``ProgramFault``.
    init(_ ready: JSONObject) throws(ProgramFault) {
        func fault(_ what: String) -> ProgramFault { ProgramFault("said \"ready\" \(what)") }
        guard ready["protocol"]?.integer == ProgramHello.version else {
            throw fault("for another protocol than \(ProgramHello.version)")
        }
        guard let name = ready["name"]?.string, !name.isEmpty, name.utf8.count <= 500 else {
            throw fault("without a \"name\"")
        }
        guard let version = ready["version"]?.string, !version.isEmpty, version.utf8.count <= 64
        else { throw fault("without a \"version\"") }
        guard let level = ready["hears"]?.string.flatMap(Level.init(rawValue:)) else {
            throw fault("without \"hears\", which is \"words\" or \"audio\"")
        }
        self.name = name
        self.version = version
        self.level = level
        let list: [JSONObject.Member]
        do throws(ProgramFault) {
            list = try Self.object("kinds", of: ready).members
            settings = try Self.object("settings", of: ready)
            asked = Set(try Self.texts("asked", of: ready))
        } catch { throw fault(error.what) }
        guard list.count <= Self.kindLimit else {
            throw fault("with more than \(Self.kindLimit) kinds")
        }
        var kinds: [Kind] = []
        for member in list {
            guard member.key.isPlainName else {
                throw fault(
                    "with a kind \(ProgramLineReader.quoted(member.key)), which is not a name")
            }
            do throws(ProgramFault) {
                kinds.append(try Kind(member.key, member.value))
            } catch {
                throw fault("with a kind \(ProgramLineReader.quoted(member.key)) \(error.what)")
            }
        }
        self.kinds = kinds
        let areScalars = settings.members.allSatisfy { $0.value.isScalar && $0.key.isPlainName }
        guard areScalars, settings.members.count <= Self.settingLimit else {
            throw fault("with settings that are not \(Self.settingLimit) scalars at most")
        }
        takesKeys = try Self.flag(Self.keys, of: ready)
        exchangesSecrets = try Self.flag(Self.exchange, of: ready)
        if let fault = vocabulary.fault {
            throw ProgramFault("said \"ready\" with kinds that cannot be used: \(fault)")
        }
    }

    /// The description among the files of a session; nil where it has none, as one has whose
    /// program failed at its start.
    ///
    /// - Throws: `ProgramFileError` for a file that is none.
    static func of(_ files: [String: [UInt8]]) throws(ProgramFileError) -> Self? {
        guard let bytes = files[fileName] else { return nil }
        guard let object = (try? JSONReader.value(of: bytes))?.object,
            object["kinds"] != nil, object["settings"] != nil, let found = try? Self(object)
        else { throw ProgramFileError(file: "flow/\(fileName)", what: fault) }
        return found
    }

    /// The fault of a file that is no description.
    static let fault = "is not the description that a program gives of itself"

    /// Reads the member `name` of `ready`, which is true or false; false where it is missing.
    private static func flag(_ name: String, of ready: JSONObject) throws(ProgramFault) -> Bool {
        guard let flag = (ready[name] ?? .bool(false)).bool else {
            throw ProgramFault("said \"ready\" with \"\(name)\" that is neither true nor false")
        }
        return flag
    }

    /// Reads the member `name` of an object, which is an object, too; empty where it is missing.
    fileprivate static func object(
        _ name: String, of object: JSONObject
    ) throws(ProgramFault) -> JSONObject {
        guard let found = (object[name] ?? .object([:])).object else {
            throw ProgramFault("with \"\(name)\" that is not an object")
        }
        return found
    }

    /// Reads the texts of the list `name` of an object; none where it is missing.
    fileprivate static func texts(
        _ name: String, of object: JSONObject
    ) throws(ProgramFault) -> [String] {
        let list = (object[name] ?? .array([])).array
        let texts = list?.compactMap(\.string) ?? []
        guard list?.count == texts.count else {
            throw ProgramFault("with \"\(name)\" that is not a list of texts")
        }
        return texts
    }

    /// The file that a session keeps.
    var fileBytes: [UInt8] { JSONWriter.prettyBytes(.object(object(settings))) }

    /// The file without the settings that traces tell; nil where the program says nothing but its
    /// name, as one does that fails at its start.
    var bytesBesideSettings: [UInt8]? {
        guard !kinds.isEmpty || !settings.members.isEmpty else { return nil }
        let told = Set(declaredSettings.map { String($0.name.dropFirst(Self.prefix.count)) })
        var rest: JSONObject = [:]
        for member in settings.members where !told.contains(member.key) {
            rest[member.key] = member.value
        }
        return JSONWriter.prettyBytes(.object(object(rest)))
    }

    private func object(_ settings: JSONObject) -> JSONObject {
        var object: JSONObject = [
            "protocol": .integer(ProgramHello.version), "name": .string(name),
            "version": .string(version), "hears": .string(level.rawValue),
            "settings": .object(settings),
        ]
        var listing: JSONObject = [:]
        for kind in kinds { listing[kind.name] = .object(kind.object) }
        object["kinds"] = .object(listing)
        if takesKeys { object[Self.keys] = true }
        if !asked.isEmpty { object["asked"] = .array(asked.sorted().map { .string($0) }) }
        return object
    }

    /// Whether it is told the keys that the caller presses.
    var isToldKeys: Bool { level == .words || takesKeys }

    /// The states that it names, which coverage counts; nil where it names none.
    func graph(name: String) -> FlowGraph? {
        let modules = kinds.filter { $0.role == .state }.flatMap { kind in
            kind.states.map { FlowGraph.Module(id: $0, type: kind.name) }
        }
        return modules.isEmpty ? nil : FlowGraph(name: name, modules: modules, edges: [])
    }

    /// Meaning of the events of its runs.
    var vocabulary: EventVocabulary { .program(kinds) }

    /// Settings that a run may choose: the whole numbers.
    var declaredSettings: [EngineDeclaration.Setting] {
        settings.members.compactMap { member in
            guard let number = member.value.integer, let value = Int(exactly: number),
                Self.range.contains(value)
            else { return nil }
            return .init(Self.prefix + member.key, standard: value, range: Self.range)
        }
    }

    /// Prefix of the names of such settings.
    static let prefix = "app."
    private static let range = -1_000_000_000...1_000_000_000
}

extension ProgramDescription.Kind {
    /// Reads what `ready` says of a kind called `name`.
    ///
    /// - Throws: ``ProgramFault``, whose text follows the name.
    fileprivate init(_ name: String, _ value: JSONValue) throws(ProgramFault) {
        guard let object = value.object else {
            throw ProgramFault("that is not an object with \"role\", \"fields\" and \"units\"")
        }
        guard let told = (object["role"] ?? .string(Role.note.rawValue)).string else {
            throw ProgramFault("whose role is not a text")
        }
        guard let role = Role(rawValue: told) else {
            let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw ProgramFault(
                "whose role \(ProgramLineReader.quoted(told)) is none of \(roles)")
        }
        self.name = name
        self.role = role
        fields = try ProgramDescription.object("fields", of: object).members.map(\.key)
        var units: [String: String] = [:]
        for member in try ProgramDescription.object("units", of: object).members {
            guard let unit = member.value.string else {
                throw ProgramFault(
                    "whose unit of \(ProgramLineReader.quoted(member.key)) is not a text")
            }
            units[member.key] = unit
        }
        self.units = units
        isPrivate = Set(try ProgramDescription.texts("private", of: object))
        states = try ProgramDescription.texts("states", of: object)
        guard role != .figure || figure != nil else {
            throw ProgramFault(
                "that is a figure without a time: give it a field and its unit, as in \"fields\":"
                    + #" {"ms": "number"}, "units": {"ms": "ms"}"#)
        }
    }

    fileprivate var object: JSONObject {
        var types: JSONObject = [:]
        for field in fields { types[field] = "text" }
        var listing: JSONObject = [:]
        for (name, unit) in units { listing[name] = .string(unit) }
        var object: JSONObject = ["role": .string(role.rawValue), "fields": .object(types)]
        if !units.isEmpty { object["units"] = .object(listing) }
        if !states.isEmpty { object["states"] = .array(states.map { .string($0) }) }
        if !isPrivate.isEmpty {
            object["private"] = .array(isPrivate.sorted().map { .string($0) })
        }
        return object
    }
}

extension JSONValue {
    fileprivate var isScalar: Bool {
        switch self {
        case .array, .object, .null: false
        default: true
        }
    }
}

extension String {
    /// Whether it may be a setting's name behind a prefix: letters, digits, `_`, `-` and `.`.
    fileprivate var isPlainName: Bool {
        !isEmpty && utf8.count <= 60
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E: true
                default: false
                }
            }
    }
}
