import ArgumentParser
import SayKit

/// Times sentences against sets of templates. The bound is 1 ms for 1,000 templates.
struct TemplatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates",
        abstract: "Times one sentence against many templates, in microseconds.")

    @Option(help: "How many templates a set has.")
    var count = 1_000

    @Option(help: "How often every sentence is matched.")
    var `repeat` = 200

    func validate() throws {
        if !(1...TemplateSet.templateLimit).contains(count) {
            throw ValidationError("--count takes 1 to \(TemplateSet.templateLimit).")
        }
        if !(1...1_000_000).contains(`repeat`) {
            throw ValidationError("--repeat takes 1 to 1000000.")
        }
    }

    /// Sets of templates, and a sentence for each.
    private var cases: [(name: String, templates: [String], sentence: String)] {
        let rooms = ["kitchen", "hall", "garden", "cellar"]
        return [
            (
                "a word of its own each",
                (0..<count).map { "turn on the lamp number\($0) in the @room please" },
                "turn on the lamp number\(count / 2) in the big kitchen please"
            ),
            (
                "the same words in all",
                (0..<count).map { "move @piece to @row\($0) @column:Number" },
                "move the white bishop to f twenty two"
            ),
            (
                "no word that all sentences have",
                (0..<count).map { "@first @(in|at|on) @second\($0) @n:Number" },
                "put the white bishop on f twenty two"
            ),
            (
                "options and values",
                (0..<count).map {
                    "@[please] book @room\($0):(\(rooms.joined(separator: "|"))) @day:Date"
                },
                "please book kitchen next friday"
            ),
            (
                "hostile: one template of 30 Strings, 200 words",
                [(0..<30).map { "@e\($0)" }.joined(separator: " ") + " end"],
                String(repeating: "end ", count: 200)
            ),
        ]
    }

    func run() throws {
        for (name, templates, sentence) in cases {
            let set = try TemplateSet(validating: templates)
            var times: [Duration] = []
            var outcome = TemplateOutcome()
            for _ in 0..<`repeat` {
                times.append(ContinuousClock().measure { outcome = set.match(sentence) })
            }
            guard outcome.match != nil else {
                throw ValidationError("'\(sentence)' fits no template: nothing was measured.")
            }
            times.sort()
            func microseconds(_ share: Int) -> Int64 {
                let time = times[min(times.count - 1, times.count * share / 100)].components
                return time.seconds * 1_000_000 + time.attoseconds / 1_000_000_000_000
            }
            print(
                "\(name): median \(microseconds(50)) µs, 99 of 100 \(microseconds(99)) µs,"
                    + " tried \(outcome.triedCount), steps \(outcome.stepCount)")
        }
    }
}
