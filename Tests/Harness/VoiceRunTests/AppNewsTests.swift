import Testing

@testable import VoiceRun

@MainActor
@Suite("News that an app reads as streams")
struct AppNewsTests {
    private func all(_ stream: AsyncStream<Int>) async -> [Int] {
        var read: [Int] = []
        for await element in stream { read.append(element) }
        return read
    }

    @Test("come in their order, and what is kept comes before the end")
    func order() async {
        let news = AppNews<Int>(tasks: nil)
        let stream = news.stream()
        for element in 1...3 { news.notify(element) }
        news.end()
        #expect(await all(stream) == [1, 2, 3])
    }

    @Test("a reader that is behind loses the oldest")
    func behind() async {
        let news = AppNews<Int>(tasks: nil, room: 2)
        let stream = news.stream()
        for element in 1...5 { news.notify(element) }
        news.end()
        #expect(await all(stream) == [4, 5])
    }

    @Test("a stream has what is told after it was made")
    func later() async {
        let news = AppNews<Int>(tasks: nil)
        let first = news.stream()
        news.notify(1)
        let second = news.stream()
        news.notify(2)
        news.end()
        #expect(await all(first) == [1, 2])
        #expect(await all(second) == [2])
    }

    @Test("a reader that waits is woken by what is told, and by the end")
    func waiting() async {
        let news = AppNews<Int>(tasks: nil)
        let stream = news.stream()
        let reading = Task { await all(stream) }
        await Task.yield()
        news.notify(7)
        await Task.yield()
        news.end()
        #expect(await reading.value == [7])
    }

    @Test("a reader whose task is cancelled is at its end")
    func cancelled() async {
        let news = AppNews<Int>(tasks: nil)
        let stream = news.stream()
        let reading = Task { await all(stream) }
        reading.cancel()
        #expect(await reading.value == [])
        news.notify(1)
    }
}
