internal import VoiceTime
internal import VoiceTrace

/// Sound that a program takes in ahead of the loop, where it is certain: one turn for many blocks.
///
/// Where the program acts on the way, what it did waits until the loop is there, and the blocks
/// behind that count as not sent.
struct ProgramForesight {
    private static let mostBlocks = 128

    /// The end of the last block that the program took in.
    private(set) var heard: Frame = 0
    /// Blocks that follow the one of this turn.
    var ahead: [[Int16]] = []
    /// Whether the next turn tells of the block that ends at its frame.
    var takesBlock = false
    /// Acts of the program at a frame that the loop has not reached.
    var acts: (frame: Frame, acts: [ProgramAct])?
    /// Number of blocks ahead that are worth sending: they are sent anew where the program acts.
    private(set) var reach = 1

    /// Returns what the program did at `frame`, once.
    mutating func due(at frame: Frame) -> [ProgramAct]? {
        guard let acts, acts.frame <= frame else { return nil }
        self.acts = nil
        return acts.acts
    }

    /// The blocks ahead that end before the frame `other` of something else, once.
    mutating func takeAhead(from frame: Frame, before other: Frame?) -> [[Int16]] {
        defer { ahead = [] }
        guard let other else { return ahead }
        var end = frame
        return Array(
            ahead.prefix { block in
                end += Frame(block.count)
                return end < other
            })
    }

    /// The program stopped at `frame` of `turn`.
    mutating func record(_ frame: Frame, of turn: ProgramTurn, hasActed: Bool) {
        if takesBlock { heard = turn.until }
        takesBlock = false
        for block in turn.ahead where heard + Frame(block.count) <= frame {
            heard += Frame(block.count)
        }
        reach = hasActed ? 1 : min(Self.mostBlocks, 2 * reach)
    }
}
