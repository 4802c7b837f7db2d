import CSndFile

/// The four forms in which libsndfile takes and gives samples.
///
/// Units: floating point is a share of full scale, integers are steps of their whole range.
protocol SoundSample: BitwiseCopyable {
    static func read(_ file: OpaquePointer, _ target: UnsafeMutablePointer<Self>, _ frames: Int64)
        -> Int64
    static func write(_ file: OpaquePointer, _ source: UnsafePointer<Self>, _ frames: Int64)
        -> Int64
}

extension Int16: SoundSample {
    static func read(
        _ file: OpaquePointer, _ target: UnsafeMutablePointer<Int16>, _ frames: Int64
    ) -> Int64 { sf_readf_short(file, target, frames) }

    static func write(
        _ file: OpaquePointer, _ source: UnsafePointer<Int16>, _ frames: Int64
    ) -> Int64 { sf_writef_short(file, source, frames) }
}

extension Int32: SoundSample {
    static func read(
        _ file: OpaquePointer, _ target: UnsafeMutablePointer<Int32>, _ frames: Int64
    ) -> Int64 { sf_readf_int(file, target, frames) }

    static func write(
        _ file: OpaquePointer, _ source: UnsafePointer<Int32>, _ frames: Int64
    ) -> Int64 { sf_writef_int(file, source, frames) }
}

extension Float: SoundSample {
    static func read(
        _ file: OpaquePointer, _ target: UnsafeMutablePointer<Float>, _ frames: Int64
    ) -> Int64 { sf_readf_float(file, target, frames) }

    static func write(
        _ file: OpaquePointer, _ source: UnsafePointer<Float>, _ frames: Int64
    ) -> Int64 { sf_writef_float(file, source, frames) }
}

extension Double: SoundSample {
    static func read(
        _ file: OpaquePointer, _ target: UnsafeMutablePointer<Double>, _ frames: Int64
    ) -> Int64 { sf_readf_double(file, target, frames) }

    static func write(
        _ file: OpaquePointer, _ source: UnsafePointer<Double>, _ frames: Int64
    ) -> Int64 { sf_writef_double(file, source, frames) }
}
