/// Room for a row of complex lanes: the only owner of its memory.
struct LanePair: ~Copyable {
    let real: UnsafeMutablePointer<SIMD4<Float>>
    let imaginary: UnsafeMutablePointer<SIMD4<Float>>

    init(count: Int) {
        real = .allocate(capacity: count)
        imaginary = .allocate(capacity: count)
        real.initialize(repeating: SIMD4(), count: count)
        imaginary.initialize(repeating: SIMD4(), count: count)
    }

    deinit {
        real.deallocate()
        imaginary.deallocate()
    }

    subscript(place: Int) -> ComplexLanes {
        @inline(__always)
        get { ComplexLanes(real: real[place], imaginary: imaginary[place]) }
        @inline(__always)
        nonmutating set {
            real[place] = newValue.real
            imaginary[place] = newValue.imaginary
        }
    }

    /// The four vectors from `place` on, lanes and places exchanged.
    @inline(__always)
    func transposed(
        at place: Int
    ) -> (ComplexLanes, ComplexLanes, ComplexLanes, ComplexLanes) {
        let reals = Self.transposed(real + place)
        let imaginaries = Self.transposed(imaginary + place)
        return (
            ComplexLanes(real: reals.0, imaginary: imaginaries.0),
            ComplexLanes(real: reals.1, imaginary: imaginaries.1),
            ComplexLanes(real: reals.2, imaginary: imaginaries.2),
            ComplexLanes(real: reals.3, imaginary: imaginaries.3)
        )
    }

    /// The conjugates of the numbers that mirror those of vector `place` about the middle.
    @inline(__always)
    func mirrored(at place: Int) -> ComplexLanes {
        let (last, first) = (64 - place, 63 - place)
        return ComplexLanes(
            real: SIMD4(real[last].x, real[first].w, real[first].z, real[first].y),
            imaginary: 0
                - SIMD4(
                    imaginary[last].x, imaginary[first].w, imaginary[first].z, imaginary[first].y))
    }

    @inline(__always)
    private static func transposed(
        _ rows: UnsafeMutablePointer<SIMD4<Float>>
    ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
        let (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3])
        return (
            SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y),
            SIMD4(a.z, b.z, c.z, d.z), SIMD4(a.w, b.w, c.w, d.w)
        )
    }
}
