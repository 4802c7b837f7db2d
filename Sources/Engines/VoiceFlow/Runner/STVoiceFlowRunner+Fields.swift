internal import VoiceJSON
internal import VoiceTrace

/// Fields and intents that the app and the flow share.
extension STVoiceFlowRunner {
    /// Stores a shared field; false for a name or a value that cannot be one.
    ///
    /// A value is a string, a boolean, a number, or an array or dictionary of these, in which nil
    /// has its place too.
    @discardableResult
    public func setVoiceflowRuntimeField(name: String, value: Any) -> Bool {
        guard state.isInitialized, FieldRepository.isValid(name),
            let json = FieldValue.json(value)
        else { return false }
        if name == FieldRepository.intentName {
            return ScalarText.text(json).map { setUserIntent(userIntent: $0) } ?? false
        }
        _ = state.fields.set(name, to: json)
        guard state.isUnderWay else { return true }
        for complaint in content.complaints(about: name, json) { log.warn(complaint) }
        send("setField", ["name": .string(name), "value": json])
        return true
    }

    /// The value of a shared field; nil when it is not set.
    ///
    /// A `null` within an array or dictionary is an empty optional at its place.
    public func getVoiceflowRuntimeField(name: String) -> Any? {
        state.fields[name].flatMap(FieldValue.any)
    }

    /// Removes a shared field; false when it was not set.
    @discardableResult
    public func resetVoiceflowRuntimeField(name: String) -> Bool {
        guard state.isInitialized else { return false }
        guard state.fields.reset(name) else { return false }
        if name == FieldRepository.intentName { return resetUserIntent() }
        if state.isUnderWay { send("resetField", ["name": .string(name)]) }
        return true
    }

    /// Sets the intent of the user; a listed intent ends the module that listens.
    @discardableResult
    public func setUserIntent(userIntent: String) -> Bool {
        guard state.isInitialized else { return false }
        _ = state.fields.set(FieldRepository.intentName, to: .string(userIntent))
        if state.isUnderWay { send("setIntent", ["intent": .string(userIntent)]) }
        return true
    }

    /// Forgets the intent of the user.
    @discardableResult
    public func resetUserIntent() -> Bool {
        guard state.isInitialized else { return false }
        _ = state.fields.reset(FieldRepository.intentName)
        if state.isUnderWay { send("resetIntent") }
        return true
    }

    /// The calls that give an engine these fields, and the intent among them.
    static func calls(setting fields: FieldRepository) -> [EngineCall] {
        let intent = fields[FieldRepository.intentName]
        return fields.sorted.map {
            call("setField", ["name": .string($0.name), "value": $0.value])
        }
            + (intent.map { [call("setIntent", ["intent": $0])] } ?? [])
    }
}

/// Values of fields as apps and as flows see them.
enum FieldValue {
    /// Arrays and dictionaries nested deeper than this are no values.
    private static let depthLimit = 64

    static func json(_ value: Any, depth: Int = 0) -> JSONValue? {
        guard depth <= depthLimit else { return nil }
        // Nothing is no value of a field, but has its place among others.
        if depth > 0, let optional = value as? any Emptiable, optional.isEmptied { return .null }
        switch value {
        case let value as JSONValue: return value
        case let flag as Bool: return .bool(flag)
        case let text as String: return .string(text)
        case let text as Substring: return .string(String(text))
        case let number as any BinaryInteger: return Int64(exactly: number).map { .integer($0) }
        case let number as Double: return decimal(number)
        case let number as Float: return decimal(Double(number))
        case let elements as [Any]:
            let values = elements.compactMap { json($0, depth: depth + 1) }
            return values.count == elements.count ? .array(values) : nil
        case let members as [String: Any]:
            var object = JSONObject()
            for (key, member) in members {
                guard let value = json(member, depth: depth + 1) else { return nil }
                object[key] = value
            }
            return .object(object)
        default: return nil
        }
    }

    private static func decimal(_ number: Double) -> JSONValue? {
        number.isFinite ? .decimal("\(number)") : nil
    }

    static func any(_ value: JSONValue) -> Any? {
        switch value {
        case .null: nil
        case .bool(let flag): flag
        case .integer(let number): Int(number)
        case .decimal(let digits): Double(digits)
        case .string(let text): text
        case .array(let elements): elements.map(member)
        case .object(let object):
            Dictionary(object.members.map { ($0.key, member($0.value)) }) { _, last in last }
        }
    }

    /// A value within others: itself, and for `null` an empty optional.
    private static func member(_ value: JSONValue) -> Any { any(value) ?? Any?.none as Any }
}

/// Optional of any type: its content cannot be had from an `Any` otherwise.
private protocol Emptiable {
    var isEmptied: Bool { get }
}

extension Optional: Emptiable {
    fileprivate var isEmptied: Bool { self == nil }
}
