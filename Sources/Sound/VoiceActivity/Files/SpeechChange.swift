/// Finds where log-odds that go on turn from silence to speech and back.
///
/// What turned up speaks for one or the other, and is summed; only a sum beyond ``cost`` changes
/// the verdict, and the change then lies where the sum last spoke fully for what was before. That
/// is the most likely course of two states whose change costs as much.
/// Source: Viterbi's algorithm for two states, which is Page's cumulative sum test of 1954.
/// Units: thousandths of a natural logarithm.
struct SpeechChange: Sendable {
    private let cost: Int32
    private let longest: Int
    private var sum: Int32
    private var lastQuiet = 0
    private var lastSpoken = 0
    private var time = 0
    /// Whether speech goes on.
    private(set) var isSpeech = false

    /// A course that begins in silence.
    ///
    /// `longest` is the number of steps after which an undecided change is thought to be new.
    init(cost: Int, longest: Int) {
        self.cost = Int32(cost)
        self.longest = longest
        sum = -Int32(cost)
    }

    /// Steps taken.
    var steps: Int { time }

    /// The first step whose verdict is still open, the next one at most.
    var settled: Int { isSpeech ? lastSpoken : lastQuiet }

    /// Takes the log-odds of the next step; returns the step at which the verdict changed, if it
    /// did.
    mutating func step(_ odds: Int32) -> Int? {
        let before = sum
        sum = min(max(sum, -cost), cost) + odds
        if before <= -cost { lastQuiet = time }
        if before >= cost { lastSpoken = time }
        lastQuiet = max(lastQuiet, time - longest)
        lastSpoken = max(lastSpoken, time - longest)
        time += 1
        if !isSpeech, sum > cost {
            isSpeech = true
            lastSpoken = lastQuiet
            return lastQuiet
        }
        if isSpeech, sum < -cost {
            isSpeech = false
            lastQuiet = lastSpoken
            return lastSpoken
        }
        return nil
    }

    /// Ends the course: an undecided change has happened if the sum leans to it.
    mutating func finish() -> Int? {
        guard isSpeech == (sum < 0) else { return nil }
        isSpeech.toggle()
        return isSpeech ? lastQuiet : lastSpoken
    }
}
