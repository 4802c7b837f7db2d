/// File of a session that says which telephone its program has.
package enum TelephoneFile {
    /// The name of the file in a session's `flow` folder.
    package static let name = "telephone.json"

    /// Keys of the numbers of both sides.
    package static let numbers = ["from", "to"]

    /// Values of what a project leaves out, by key.
    package static let defaults = [
        "host": "bot.example", "from": "+15550100", "to": "+15550199", "token": "voicetest",
    ]
}
