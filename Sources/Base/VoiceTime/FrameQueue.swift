/// Future work on the session's timeline, in one total order.
///
/// Order: frame first, then rank within the frame, then order of arrival. No two entries are ever
/// equal, so the order in which work is taken never depends on anything but what was put in.
package struct FrameQueue<Element> {
    /// Names one entry, so that it can be cancelled.
    package struct Ticket: Hashable, Sendable {
        @usableFromInline let arrival: UInt64

        @inlinable
        init(arrival: UInt64) { self.arrival = arrival }
    }

    @usableFromInline
    struct Entry {
        @usableFromInline let frame: Frame
        @usableFromInline let rank: Int
        @usableFromInline let arrival: UInt64
        @usableFromInline let element: Element

        @inlinable
        init(frame: Frame, rank: Int, arrival: UInt64, element: Element) {
            self.frame = frame
            self.rank = rank
            self.arrival = arrival
            self.element = element
        }

        @inlinable
        func precedes(_ other: Entry) -> Bool {
            (frame, rank, arrival) < (other.frame, other.rank, other.arrival)
        }
    }

    @usableFromInline var heap: [Entry] = []
    @usableFromInline var cancelled: Set<UInt64> = []
    @usableFromInline var arrivals: UInt64 = 0

    /// An empty queue.
    @inlinable
    package init() {}

    /// Entries that wait, cancelled ones left out.
    @inlinable
    package var count: Int { heap.count - cancelled.count }

    /// The frame of the next entry, nil when nothing waits.
    @inlinable
    package var nextFrame: Frame? {
        mutating get {
            dropCancelled()
            return heap.first?.frame
        }
    }

    /// Puts `element` at `frame`; lower `rank` goes first within one frame.
    @inlinable
    @discardableResult
    package mutating func schedule(_ element: Element, at frame: Frame, rank: Int) -> Ticket {
        let ticket = Ticket(arrival: arrivals)
        heap.append(Entry(frame: frame, rank: rank, arrival: arrivals, element: element))
        arrivals += 1
        siftUp(from: heap.count - 1)
        return ticket
    }

    /// Takes an entry back; taking back one that already ran or was cancelled does nothing.
    @inlinable
    package mutating func cancel(_ ticket: Ticket) {
        guard heap.contains(where: { $0.arrival == ticket.arrival }) else { return }
        cancelled.insert(ticket.arrival)
    }

    /// Takes the next entry at or before `frame` (before it, when `inclusive` is false).
    @inlinable
    package mutating func next(
        upTo frame: Frame, inclusive: Bool = true
    ) -> (frame: Frame, element: Element)? {
        dropCancelled()
        guard let first = heap.first, inclusive ? first.frame <= frame : first.frame < frame
        else { return nil }
        removeFirst()
        return (first.frame, first.element)
    }

    @inlinable
    mutating func dropCancelled() {
        while let first = heap.first, cancelled.remove(first.arrival) != nil { removeFirst() }
    }

    @inlinable
    mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        siftDown()
    }

    @inlinable
    mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    @inlinable
    mutating func siftDown() {
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { return }
            let right = left + 1
            let child = right < heap.count && heap[right].precedes(heap[left]) ? right : left
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}

extension FrameQueue: Sendable where Element: Sendable {}
extension FrameQueue.Entry: Sendable where Element: Sendable {}
