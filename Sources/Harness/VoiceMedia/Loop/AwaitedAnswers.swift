internal import VoiceJSON
internal import VoiceTime

/// Questions that are worked on beside the loop, one at a time for each job. A pure machine.
///
/// They are settled in the order in which they were asked: so a replay, which asks them in that
/// order, finds their delays among the inputs.
struct AwaitedAnswers<Answer> {
    /// Ending of a question.
    enum Ending {
        case answered(Answer)
        /// No job has waited for it since this frame.
        case dropped(at: Frame)
    }

    /// A job that waits for the recognizer's answer.
    struct Question {
        let job: Int
        /// Frame at which it was asked.
        let asked: Frame
        let why: JSONObject
        /// Nil while it is open.
        fileprivate(set) var ending: Ending?
    }

    private var questions: [Question] = []

    /// Asks for `job` at a frame.
    mutating func ask(for job: Int, at frame: Frame, why: JSONObject) {
        questions.append(Question(job: job, asked: frame, why: why))
    }

    /// Whether a question of `job` is open.
    func isOpen(_ job: Int) -> Bool { questions.contains { $0.job == job && $0.ending == nil } }

    /// Ends the open question of `job`, if it has one.
    mutating func end(_ job: Int, _ ending: Ending) {
        guard let index = questions.firstIndex(where: { $0.job == job && $0.ending == nil })
        else { return }
        questions[index].ending = ending
    }

    /// Drops every open question.
    mutating func dropAll(at frame: Frame) {
        for index in questions.indices where questions[index].ending == nil {
            questions[index].ending = .dropped(at: frame)
        }
    }

    /// The next question whose turn it is to be settled, and how it ended; nil where none is.
    mutating func next() -> (question: Question, ending: Ending)? {
        guard let first = questions.first, let ending = first.ending else { return nil }
        questions.removeFirst()
        return (first, ending)
    }
}
