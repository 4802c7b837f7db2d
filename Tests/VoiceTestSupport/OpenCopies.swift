#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Second descriptors of everything this process holds open at a path, as a program that another
/// thread starts has them between its fork and its exec.
package final class OpenCopies {
    private let descriptors: [Int32]

    /// Copies every descriptor below 1,024 whose file is the one at `path`.
    package init(of path: String) {
        var named = stat()
        guard stat(path, &named) == 0 else {
            descriptors = []
            return
        }
        let found = (Int32(3)..<1_024).filter { descriptor in
            var opened = stat()
            return fstat(descriptor, &opened) == 0 && opened.st_dev == named.st_dev
                && opened.st_ino == named.st_ino
        }
        descriptors = found.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }.filter { $0 >= 0 }
    }

    /// How many descriptors were copied.
    package var count: Int { descriptors.count }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
