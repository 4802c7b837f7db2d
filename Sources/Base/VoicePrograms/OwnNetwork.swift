internal import VoiceSystem

/// Separate network of a program. It counts what the program, or what it started, asked there for
/// and did not find.
///
/// The system counts it: connections that were refused, datagrams to a port without a listener,
/// and addresses without a route. What a program serves itself is there, so it is not counted.
/// Source: `proc_pid_net(5)`; "SNMP counter" of the kernel's documentation.
struct OwnNetwork: ~Copyable {
    /// The counters, which are read as long as they are open, whether a process is left or not.
    private let files: [Int32]

    private static let names: Set<String> = [
        "Ip OutNoRoutes", "Tcp AttemptFails", "Udp NoPorts", "Ip6OutNoRoutes", "Udp6NoPorts",
    ]
    /// Bytes of a file of counters that are read at most.
    private static let limit = 1 << 16

    /// The network of the process of this number.
    init(of process: pid_t) {
        files = ["snmp", "snmp6"].map { open("/proc/\(process)/net/\($0)", O_RDONLY | O_CLOEXEC) }
    }

    deinit {
        for file in files where file >= 0 { close(file) }
    }

    /// Returns the number of times that the program has asked for what is not there; 0 where the
    /// system does not count.
    func failures() -> Int {
        files.reduce(0) { $0 + Self.count(in: Self.text(of: $1)) }
    }

    /// The sum of the counters in a file, whose lines have a name and a number, or come in pairs:
    /// a protocol and its names, the protocol and their numbers.
    static func count(in text: String) -> Int {
        var sum = 0
        var names: [Substring] = []
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, words.count > 1 else { continue }
            guard first.last == ":" else {
                if Self.names.contains(String(first)) { sum += Int(words[1]) ?? 0 }
                continue
            }
            guard names.first == first, names.count == words.count else {
                names = words
                continue
            }
            for (name, number) in zip(names, words).dropFirst()
            where Self.names.contains("\(first.dropLast()) \(name)") {
                sum += Int(number) ?? 0
            }
            names = []
        }
        return sum
    }

    private static func text(of file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = file < 0 ? 0 : pread(file, &bytes, limit, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
