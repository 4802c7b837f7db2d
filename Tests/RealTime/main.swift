import CPortAudio
import Glibc

/// What is planted into the callback to see that it is caught; nothing in the proof itself.
enum Plant: String, CaseIterable {
    case nothing, allocation, lock, print, arrayGrowth, existentialBoxing, lazyGlobal, reference
}

protocol Shape {
    var area: Int { get }
}

/// Too large for an existential's own three words.
struct LargeShape: Shape {
    var numbers: (Int, Int, Int, Int, Int)
    var area: Int { numbers.0 &+ numbers.4 }
}

final class Counter {
    var count = 0
}

/// Made when it is first used: with a lock, and with memory.
let lazyNumbers = Lazily.make()

enum Lazily {
    static let table = (0..<100).map { $0 * $0 }

    static func make() -> Int { CommandLine.arguments.count }
}

var keptBoxes: [any Shape] = []
keptBoxes.reserveCapacity(64)
var grown = [0]
let counter = Counter()
var seen: Counter?

@inline(never) func plantAllocation() {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 64)
    memory.initialize(to: 1)
    memory.deallocate()
}

@inline(never) func plantBox(_ number: Int) -> any Shape {
    LargeShape(numbers: (number, 2, 3, 4, 5))
}

@inline(never) func share(_ object: Counter) { seen = object }

@inline(never) func commit(_ plant: Plant, _ number: Int) {
    switch plant {
    case .nothing: break
    case .allocation: plantAllocation()
    case .lock: watch_take_lock()
    case .print:
        print("within the callback")
        fflush(stdout)
    case .arrayGrowth: grown.append(contentsOf: repeatElement(number, count: grown.count))
    case .existentialBoxing: keptBoxes.append(plantBox(number))
    case .lazyGlobal: grown[0] = Lazily.table[number % 100]
    case .reference: share(counter)
    }
}

/// Both callbacks as PortAudio calls them, with everything that can happen to them: blocks of many
/// sizes, sounds that begin, loop, end and are stopped, lost frames, and a ring that overflows.
func run(_ plant: Plant) {
    var port = DuplexPort(rate: 16_000, inputChannels: 2, outputChannels: 2, ringFrames: 8_192)
    let input = [Float](repeating: 0.25, count: 20_000)
    var output = [Float](repeating: 0, count: 20_000)
    let state = UnsafeMutableRawPointer(port.state)
    var times = PaStreamCallbackTimeInfo()
    for round in 0..<2_000 {
        let frames = UInt([160, 1, 441, 4_100, 64][round % 5])
        let flags: PaStreamCallbackFlags =
            [0, 0, 0, voicetest_input_overflow, voicetest_output_underflow, 0, 0][round % 7]
        if round % 50 == 0 {
            var sound = PreparedSound(samples: [Float](repeating: 0.1, count: 700))
            sound.plays = round % 100 == 0 ? nil : 2
            _ = port.play(sound, job: round)
        }
        if round % 50 == 40 { port.stop(job: round - 40) }
        input.withUnsafeBytes { heard in
            output.withUnsafeMutableBytes { played in
                let (from, to) = (heard.baseAddress, played.baseAddress)
                times.currentTime += 0.01
                times.inputBufferAdcTime = times.currentTime - 0.01
                times.outputBufferDacTime = times.currentTime + 0.05
                watch_begin()
                _ = playbackCallback(
                    input: nil, output: to, frames: frames, times: &times, flags: flags,
                    state: state)
                _ = captureCallback(
                    input: from, output: nil, frames: frames, times: &times, flags: flags,
                    state: state)
                if round == 1_000 { commit(plant, round) }
                watch_end()
            }
        }
        // The core sleeps now and then, so that the rings overflow.
        if round % 40 < 20 { _ = port.take() }
    }
}

let plant = CommandLine.arguments.dropFirst().first.flatMap(Plant.init) ?? .nothing
run(plant)
let counts = [watch_allocations(), watch_locks(), watch_writes(), watch_references()]
print(
    "\(plant): allocations \(counts[0]), locks \(counts[1]), writes \(counts[2]),"
        + " references \(counts[3])")
exit(counts.allSatisfy { $0 == 0 } ? 0 : 1)
