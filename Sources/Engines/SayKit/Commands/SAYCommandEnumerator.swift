/// Commands that are computed one by one, as they are asked for; the likeliest comes first.
///
/// Copies share their place: a command that one of them gave does not come again from another.
public struct SAYCommandEnumerator: Sequence, IteratorProtocol {
    /// Commands of one enumerator that a dispatcher looks at, at most.
    public static let limit = 10_000

    private let following: () -> SAYCommand?

    /// The commands that `following` gives, until it gives nil.
    public init(following: @escaping () -> SAYCommand?) { self.following = following }

    /// These commands, in order; none for an empty array.
    public init(_ commands: [SAYCommand] = []) {
        var rest = commands.makeIterator()
        self.init { rest.next() }
    }

    /// Creates an enumerator of the commands that `make` gives, which is called when the first of
    /// them is asked for.
    public init(lazily make: @escaping () -> SAYCommandEnumerator) {
        var made: SAYCommandEnumerator?
        self.init {
            let commands = made ?? make()
            made = commands
            return commands.nextCommand()
        }
    }

    /// The next command; nil after the last.
    public func nextCommand() -> SAYCommand? { following() }

    /// The next command; nil after the last.
    public func next() -> SAYCommand? { following() }

    /// Returns an enumerator of these commands, then those of `other`, which is not asked before.
    public func appending(_ other: SAYCommandEnumerator) -> SAYCommandEnumerator {
        SAYCommandEnumerator { nextCommand() ?? other.nextCommand() }
    }
}
