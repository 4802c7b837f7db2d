import CReadTrapPort
import VoiceSystem

/// A place that read a clock, slept or drew unseeded chance while a replay ran.
struct TrappedRead: Equatable {
    /// Name of the function that it called.
    let function: String
    /// The functions that led there, the innermost first.
    let stack: [String]
    /// The library, or the program, that called.
    let library: String
    /// Number of calls.
    let count: Int

    /// Reason why the read cannot reach a trace; nil where it might.
    var excuse: String? {
        Self.excuses.first { entry in
            // An optimised build says of a function how it was specialised before naming it.
            library.hasPrefix(entry.library) && stack.contains { $0.contains(entry.symbol) }
        }?.reason
    }

    /// Reads that are known and reach no result, by who asks.
    private static let excuses: [(library: String, symbol: String, reason: String)] = [
        ("libsphinxbase", "ptmr_", "times its own work for a log that is switched off"),
        (
            "libsndfile", "VoiceAudio.SoundHandle.init(",
            "seeds the numbers of Ogg streams, of which a replay writes none"
        ),
        ("libfftw3f", "fftwf_", "notes when planning began; no plan is timed"),
        (
            "voicetest", "VoicePrograms.ReplyDeadline",
            "limits how long a program may take; a late answer counts as no answer"
        ),
    ]

    /// Text as a message names the read.
    var text: String {
        let way = stack.prefix(8).joined(separator: " < ")
        return "\(function), \(count) times, from \(library): \(way)"
    }
}

/// Watches threads that replay, and names each function there that reads a clock or unseeded
/// chance.
enum ReadTrap {
    /// Whether this system can.
    static var works: Bool { voicetest_trap_works() != 0 }

    /// Runs `body` with its thread watched.
    static func watching<Value>(_ body: () throws -> Value) rethrows -> Value {
        voicetest_trap_arm()
        defer { voicetest_trap_disarm() }
        return try body()
    }

    /// Whether there were more places than are listed.
    static var isFull: Bool { voicetest_trap_places() >= voicetest_trap_limit() }

    /// Forgets what was seen.
    static func forget() { voicetest_trap_forget() }

    /// Reads that were seen, by any thread; several ways through the same functions count as one.
    static var reads: [TrappedRead] {
        var found: [TrappedRead] = []
        for index in 0..<voicetest_trap_places() {
            let read = read(voicetest_trap_place(index))
            if let same = found.firstIndex(where: {
                $0.function == read.function && $0.stack.prefix(3) == read.stack.prefix(3)
            }) {
                found[same] = TrappedRead(
                    function: read.function, stack: read.stack, library: read.library,
                    count: found[same].count + read.count)
            } else {
                found.append(read)
            }
        }
        return found
    }

    private static func read(_ place: voicetest_trap_read) -> TrappedRead {
        let addresses = withUnsafeBytes(of: place.frames) { bytes in
            Array(bytes.bindMemory(to: UnsafeMutableRawPointer?.self).prefix(Int(place.depth)))
        }
        let known = addresses.compactMap { $0 }
        return TrappedRead(
            function: place.function.map { String(cString: $0) } ?? "",
            stack: known.compactMap { text(voicetest_trap_symbol($0)) },
            library: known.first.flatMap { text(voicetest_trap_file($0)) } ?? "unknown",
            count: Int(place.count))
    }

    private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
        guard let pointer else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }
}
