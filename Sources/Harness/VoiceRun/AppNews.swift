/// News that a façade of any SDK tells its app as streams, beside callbacks.
///
///     let news = AppNews<String>(tasks: host.appTasks)
///     news.notify("red")                              // in `collect` of ``AppCalls``
///     for await words in news.stream() { … }        // the app
///
/// A task that waits for news waits for its run, as one that waits for an answer does.
@MainActor
package final class AppNews<Element: Sendable> {
    /// One stream, which its reader keeps alive.
    @MainActor
    private final class Reader {
        var waiting: [Element] = []
        var continuation: CheckedContinuation<Element?, Never>?
        var isOver = false
    }

    private struct Place {
        weak var reader: Reader?
    }

    /// Elements that are kept for a reader that is behind; of more than this the oldest go.
    private let room: Int
    private let tasks: AppTasks?
    private var places: [Place] = []

    /// News for an app whose tasks are `tasks`, nil where a device counts the frames. A reader that
    /// is behind loses the oldest elements beyond `room`, which is at least 1.
    package init(tasks: AppTasks?, room: Int = 1_024) {
        self.tasks = tasks
        self.room = max(1, room)
    }

    /// Returns a stream of the news from now on, until ``end()`` or until the reader's task is
    /// cancelled.
    package func stream() -> AsyncStream<Element> {
        let reader = Reader()
        places.removeAll { $0.reader == nil }
        places.append(Place(reader: reader))
        return AsyncStream { [weak self] in await self?.next(of: reader) }
    }

    /// Tells every reader, in the order in which their streams were made.
    package func notify(_ element: Element) {
        for reader in places.compactMap(\.reader) {
            guard reader.continuation == nil else {
                resume(reader, element)
                continue
            }
            if reader.waiting.count >= room { reader.waiting.removeFirst() }
            reader.waiting.append(element)
        }
    }

    /// Ends every stream; a reader first gets what is kept for it.
    package func end() {
        for reader in places.compactMap(\.reader) {
            reader.isOver = true
            resume(reader, nil)
        }
        places = []
    }

    private func next(of reader: Reader) async -> Element? {
        if !reader.waiting.isEmpty { return reader.waiting.removeFirst() }
        guard !reader.isOver, !Task.isCancelled else { return nil }
        resume(reader, nil)
        tasks?.callBegan()
        let isWaitedFor = tasks != nil
        return await withTaskCancellationHandler {
            await withCheckedContinuation { reader.continuation = $0 }
        } onCancel: {
            AppTasks.hop(isApp: isWaitedFor) { [weak self] in self?.resume(reader, nil) }
        }
    }

    private func resume(_ reader: Reader, _ element: Element?) {
        guard let continuation = reader.continuation else { return }
        reader.continuation = nil
        tasks?.callEnded()
        continuation.resume(returning: element)
    }
}
