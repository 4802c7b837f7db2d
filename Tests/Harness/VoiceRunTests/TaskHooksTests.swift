import Testing

@testable import VoiceRun

@Suite("Hooks for the tasks of apps")
struct TaskHooksTests {
    @Test("work with the concurrency library of these tests")
    func work() {
        #expect(TaskHooks.fault == nil)
    }

    @Test("a library that they do not know is named with its version and the next step")
    func sentence() {
        let text = TaskHooks.sentence("a job of a task does not come to the hooks")
        #expect(text.hasPrefix("VoiceRun does not know the concurrency library of Swift 6."))
        #expect(text.contains(": a job of a task does not come to the hooks. Build with Swift 6.2"))
    }
}
