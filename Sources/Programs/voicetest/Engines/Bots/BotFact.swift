/// A finding in the files of a bot, with the place of its line.
struct BotFact: Equatable, Sendable {
    let place: String
    let text: String

    /// The line that is printed.
    var line: String { "\(place): \(text)" }
}
