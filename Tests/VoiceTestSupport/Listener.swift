#if canImport(Glibc)
    import Glibc

    /// A listener on every address of the system.
    package final class Listener {
        private let file: Int32
        /// Its port.
        package let port: UInt16

        /// Opens it on any port.
        package init() {
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let file = socket(AF_INET, kind, 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let wanted = size
            let isOpen = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(file, $0, wanted) == 0 && listen(file, 8) == 0
                        && getsockname(file, $0, &size) == 0
                }
            }
            self.file = file
            port = UInt16(bigEndian: address.sin_port)
            precondition(isOpen, "no listener")
        }

        deinit { close(file) }

        /// How many connections wait for it, which it takes.
        package func connections() -> Int {
            var count = 0
            while true {
                let connection = accept(file, nil, nil)
                guard connection >= 0 else { return count }
                close(connection)
                count += 1
            }
        }

        /// The addresses of version 4 by which others reach this system.
        package static func outerAddresses() -> [String] {
            var first: UnsafeMutablePointer<ifaddrs>?
            guard getifaddrs(&first) == 0 else { return [] }
            defer { freeifaddrs(first) }
            var texts: [String] = []
            var next = first
            while let interface = next?.pointee {
                next = interface.ifa_next
                let isOuter = interface.ifa_flags & UInt32(IFF_LOOPBACK) == 0
                guard isOuter, let address = interface.ifa_addr,
                    Int32(address.pointee.sa_family) == AF_INET
                else { continue }
                var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    var number = $0.pointee.sin_addr
                    let spelled = inet_ntop(AF_INET, &number, &text, socklen_t(text.count))
                    texts += spelled.map { [String(cString: $0)] } ?? []
                }
            }
            return texts
        }
    }
#endif
