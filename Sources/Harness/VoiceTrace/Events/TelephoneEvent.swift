/// Kinds of event in which a telephone tells of its call.
package enum TelephoneEvent {
    /// The server sent sound.
    package static let sent = "sent"
    /// The caller heard a stretch of it.
    package static let heard = "heard"
    /// The carrier threw a stretch away.
    package static let thrown = "thrown"
    /// The server told its model how much of an item was heard.
    package static let cut = "cut"
    /// A mark of the server's came twice, or is missing.
    package static let mark = "mark"
    /// The server told its model how much of an answer was said.
    package static let told = "told"
    /// The call ended.
    package static let ends: Set<String> = ["hungUp", "transferred"]

    /// Keys of their fields.
    package enum Key {
        /// The model's name of a piece of its speech.
        package static let item = "item"
        /// Samples of a stretch.
        package static let frames = "frames"
        /// Place of a cut as the server tells it, in milliseconds.
        package static let milliseconds = "milliseconds"
        /// Frames of the item that were heard by then.
        package static let heard = "heard"
        /// Frames of the item that the model gave.
        package static let whole = "whole"
        /// Words of an answer that the model is told.
        package static let words = "words"
        /// Name of a mark.
        package static let mark = "mark"
        /// Sound of the server.
        package static let sound = "sound"
        /// Fault of a mark: `twice` or `missing`.
        package static let how = "how"
    }
}
