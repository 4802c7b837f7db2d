internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Records the acts of a program. A class, as every link.
final class ActsRecorder: ProgramLink {
    private let link: any ProgramLink
    private var inputs = 0
    private(set) var acts = ProgramActs()

    var networkFailures: Int { link.networkFailures }

    /// Creates a recorder of the acts of `link`, whose sound goes to `carrier`.
    init(_ link: any ProgramLink, _ carrier: Carrier? = nil) {
        self.link = link
        acts.carrier = carrier
    }

    func greet(_ hello: ProgramHello) throws(ProgramFault) -> (
        ready: JSONObject, asides: [ProgramAct]
    ) {
        let greeting = try link.greet(hello)
        acts.hidesSecrets = !(greeting.ready[ProgramDescription.exchange]?.bool ?? false)
        return greeting
    }

    func turn(_ turn: ProgramTurn) throws(ProgramFault) -> ProgramReply {
        let reply = try link.turn(turn)
        let frame = reply.idle?.frame ?? turn.until
        inputs += turn.inputs.count + turn.inputsAhead(upTo: frame)
        acts.add(reply.acts, at: frame, inputs: inputs)
        return reply
    }
}

extension ProgramTurn {
    /// Returns how many blocks ahead end by `frame`.
    func blocksAhead(upTo frame: Frame) -> Int {
        var (end, count) = (until, 0)
        for block in ahead {
            end += Frame(block.count)
            guard end <= frame else { break }
            count += 1
        }
        return count
    }

    /// Returns how many inputs come with the blocks ahead that end by `frame`.
    func inputsAhead(upTo frame: Frame) -> Int {
        let blocks = blocksAhead(upTo: frame)
        return told.isEmpty ? blocks : told[..<blocks].reduce(0) { $0 + $1.count }
    }

    /// Returns the blocks ahead in `range`, with their inputs.
    func ahead(in range: Range<Int>) -> (blocks: [[Int16]], told: [[ProgramInput]]) {
        (Array(ahead[range]), told.isEmpty ? [] : Array(told[range]))
    }
}
