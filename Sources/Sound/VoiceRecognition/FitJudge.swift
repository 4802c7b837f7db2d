/// Decides whether the words that the decoder was forced to find were said.
///
/// A small grammar always finds something. Two things give a wrong find away: its words explain
/// the sound badly, and they leave a part of the speech unexplained. So every frame of speech is
/// charged: within a word, by how much worse the word fits than the best sound at that moment
/// (the decoder's scores are exactly that); loud and outside all words, a fixed, high price.
struct FitJudge {
    /// Price of a frame of speech that no word explains, in the decoder's units (0.1 neper).
    static let unexplainedPrice = 120
    /// Mean price of a frame at which an answer becomes a rejection.
    ///
    /// Measured on 98 real digits and 85 utterances outside their grammar, in quiet rooms, with
    /// 300 ms of room around each: 76 right, 80 rejected. Stricter loses digits twice as fast.
    static let limit = 45

    /// The confidence at ``limit``, below which an answer is a rejection, in thousandths.
    static let leastConfidencePermille = 500

    /// A word as the decoder found it.
    struct Word: Equatable {
        var text: String
        /// Model frames, first through last.
        var frames: ClosedRange<Int>
        /// The decoder's score for the word: 0 is perfect, below is worse.
        var score: Int
    }

    /// Thousandths: 1000 for a perfect fit, 500 at ``limit``, 0 at twice the limit.
    static func confidence(price: Int, frames: Int) -> Int {
        guard frames > 0 else { return 0 }
        return max(0, min(1_000, 1_000 - price * leastConfidencePermille / (limit * frames)))
    }

    /// The confidence in one word.
    static func confidence(in word: Word) -> Int {
        confidence(price: -word.score, frames: word.frames.count)
    }

    /// The confidence in all `words` together.
    ///
    /// `isLoud` is a value per frame. `spoken` is the frames that hold speech; only there something
    /// is left unexplained.
    static func confidence(in words: [Word], isLoud: [Bool], spoken: Range<Int>) -> Int {
        var isExplained = [Bool](repeating: false, count: isLoud.count)
        var price = 0
        var frames = 0
        for word in words {
            price -= word.score
            frames += word.frames.count
            for frame in word.frames where isExplained.indices.contains(frame) {
                isExplained[frame] = true
            }
        }
        for frame in spoken.clamped(to: 0..<isLoud.count)
        where isLoud[frame] && !isExplained[frame] {
            price += unexplainedPrice
            frames += 1
        }
        return confidence(price: price, frames: frames)
    }
}
