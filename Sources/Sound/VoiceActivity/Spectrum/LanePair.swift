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
}
