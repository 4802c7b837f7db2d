/// Writes values of one type as JSON and reads them again; one declaration serves both.
///
/// Reading is strict: it gives nil where a member is missing, is of another type or is out of its
/// range. Members that no declaration names are left out.
package struct JSONCodec<Value>: Sendable {
    /// Writes a value.
    package let write: @Sendable (Value) -> JSONValue
    /// Reads what ``write`` wrote; nil when it is not that.
    package let read: @Sendable (JSONValue) -> Value?

    /// A codec of these functions.
    package init(
        write: @escaping @Sendable (Value) -> JSONValue,
        read: @escaping @Sendable (JSONValue) -> Value?
    ) {
        self.write = write
        self.read = read
    }

    /// A codec of an object with these members: `parts` takes a value apart, `make` puts it
    /// together and may refuse it.
    package init<each Part>(
        _ member: repeat JSONMember<each Part>,
        parts: @escaping @Sendable (Value) -> (repeat each Part),
        make: @escaping @Sendable (repeat each Part) -> Value?
    ) {
        let members = (repeat each member)
        self.init(
            write: { value in
                var object = JSONObject()
                let all = parts(value)
                repeat object[(each members).key] = (each members).write(each all)
                return .object(object)
            },
            read: { value in
                guard let object = value.object else { return nil }
                do {
                    return try make(repeat (each members).found(object[(each members).key]))
                } catch { return nil }
            })
    }

    /// A codec of an array with these elements in this order.
    package init<each Part>(
        row element: repeat JSONCodec<each Part>,
        parts: @escaping @Sendable (Value) -> (repeat each Part),
        make: @escaping @Sendable (repeat each Part) -> Value?
    ) {
        let elements = (repeat each element)
        self.init(
            write: { value in
                var array: [JSONValue] = []
                let all = parts(value)
                repeat array.append((each elements).write(each all))
                return .array(array)
            },
            read: { value in
                guard let array = value.array else { return nil }
                var rest = array[...]
                do {
                    let value = try make(repeat (each elements).found(rest.popFirst()))
                    return rest.isEmpty ? value : nil
                } catch { return nil }
            })
    }

    fileprivate func found(_ value: JSONValue?) throws(Refusal) -> Value {
        guard let found = value.flatMap(read) else { throw Refusal() }
        return found
    }
}

private struct Refusal: Error {}

/// Member of an object: its key, and the codec of its value.
package struct JSONMember<Part>: Sendable {
    let key: String
    let write: @Sendable (Part) -> JSONValue?
    let read: @Sendable (JSONValue?) -> Part?

    fileprivate func found(_ value: JSONValue?) throws(Refusal) -> Part {
        guard let found = read(value) else { throw Refusal() }
        return found
    }

    /// Reads the member of `object`; nil when it is not of the right kind.
    package func read(from object: JSONObject) -> Part? { read(object[key]) }
}
