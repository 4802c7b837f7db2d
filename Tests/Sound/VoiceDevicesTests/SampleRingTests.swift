import Foundation
import Testing

@testable import VoiceDevices

@Suite struct SampleRingTests {
    @Test("holds at least what was asked for, as a power of two", arguments: [1, 5, 64, 100])
    func capacity(frames: Int) {
        let ring = SampleRing(frames: frames)
        #expect(ring.capacity >= frames)
        #expect(ring.capacity.nonzeroBitCount == 1)
        #expect(ring.room == ring.capacity)
    }

    @Test("gives what was put in order through many wrap-arounds, whatever the block sizes")
    func wrapsAround() {
        let ring = SampleRing(frames: 8)
        var taken: [Float] = []
        var next = 0
        for round in 0..<5_000 {
            let count = min(ring.room, 1 + round % 7)
            for offset in 0..<count { ring.put(Float(next + offset), at: offset) }
            ring.commit(count)
            next += count
            _ = ring.read(1 + round % 5, into: &taken)
        }
        _ = ring.read(100, into: &taken)
        #expect(taken == (0..<next).map { Float($0) })
    }

    @Test("has no room when it is full and gives nothing when it is empty")
    func limits() {
        let ring = SampleRing(frames: 4)
        var taken: [Float] = []
        let nothing = ring.read(10, into: &taken)
        #expect(nothing == 0)
        ring.commit(4)
        #expect(ring.room == 0)
        let all = ring.read(10, into: &taken)
        #expect(all == 4)
        #expect(ring.room == 4)
    }

    @Test("loses, doubles and tears nothing between two threads")
    func twoThreads() {
        let total = 300_000
        let memory = UnsafeMutablePointer<SampleRing>.allocate(capacity: 1)
        memory.initialize(to: SampleRing(frames: 64))
        defer {
            memory.deinitialize(count: 1)
            memory.deallocate()
        }
        // A thread's work is Sendable, which pointers are not: the address crosses as a number.
        let address = UInt(bitPattern: memory)
        let writer = Thread {
            guard let ring = UnsafeMutablePointer<SampleRing>(bitPattern: address) else { return }
            var next = 0
            while next < total {
                let count = min(ring.pointee.room, 1 + next % 13, total - next)
                for offset in 0..<count {
                    // A Float holds every one of these numbers.
                    ring.pointee.put(Float(next + offset), at: offset)
                }
                ring.pointee.commit(count)
                next += count
            }
        }
        writer.start()
        var expected = 0
        var wrong = 0
        var taken: [Float] = []
        while expected < total {
            taken.removeAll(keepingCapacity: true)
            _ = memory.pointee.read(29, into: &taken)
            for frame in taken {
                wrong += frame == Float(expected) ? 0 : 1
                expected += 1
            }
        }
        #expect(wrong == 0)
    }
}
