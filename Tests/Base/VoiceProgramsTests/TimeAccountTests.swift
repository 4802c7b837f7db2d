import Testing

@testable import VoicePrograms

@Suite("The account of a program's own time")
struct TimeAccountTests {
    /// What the system says of a program after so many milliseconds; nil where it says nothing.
    private struct Look {
        let at: Int64
        let sample: TimeSample?

        init(_ at: Int64, ran: Int64 = 0, ready: Int64 = 0, isActive: Bool = false) {
            self.at = at
            sample = TimeSample(
                processor: ran * 1_000_000, ready: ready * 1_000_000, isActive: isActive)
        }

        private init(blind at: Int64) {
            self.at = at
            sample = nil
        }

        static func blind(_ at: Int64) -> Self { Self(blind: at) }
    }

    /// Which limit the first of `looks` that is over one is over, and when.
    private func end(
        _ looks: [Look], limit: Int = 1_000
    ) -> (lateness: ProgramLateness, at: Int64)? {
        // A clock that began long ago.
        let start: Int64 = 77_000_000_000
        var account = TimeAccount(milliseconds: limit, at: start)
        for look in looks {
            if let lateness = account.step(look.sample, at: start + look.at * 1_000_000) {
                return (lateness, look.at)
            }
        }
        return nil
    }

    /// Every 100 ms up to `last` what `look` gives.
    private func everyTenth(to last: Int64, _ look: (Int64) -> Look) -> [Look] {
        stride(from: 0, through: last, by: 100).map(look)
    }

    @Test("ends a program that ran as long as the limit")
    func busy() {
        let end = end(everyTenth(to: 20_000) { Look($0, ran: $0, isActive: true) })
        #expect(end?.lateness == .processor(milliseconds: 1_000))
        #expect(end?.at == 1_000)
    }

    @Test("ends a program that waited as long as the limit")
    func blocked() {
        let end = end(everyTenth(to: 20_000) { Look($0) })
        #expect(end?.lateness == .blocked(milliseconds: 1_000))
        #expect(end?.at == 1_000)
    }

    @Test("gives a program that has a fifth of a processor five times as long")
    func beside() {
        let looks = everyTenth(to: 20_000) { Look($0, ran: $0 / 5, ready: $0 * 4 / 5) }
        #expect(end(looks)?.lateness == .processor(milliseconds: 1_000))
        #expect(end(looks)?.at == 5_000)
    }

    @Test("does not count time in which a program was ready and got no processor")
    func starved() {
        // The system adds the time of a wait when it is over.
        let waits = everyTenth(to: 3_000) { Look($0, isActive: true) }
        #expect(end(waits + [Look(3_100, ran: 50, ready: 3_050)]) == nil)
    }

    @Test("keeps running and waiting apart")
    func mixed() {
        // Half of the time it runs, half of the time it waits.
        let looks = everyTenth(to: 20_000) { Look($0, ran: $0 / 2) }
        #expect(end(looks)?.at == 2_000)
    }

    @Test("counts threads that run at once once")
    func threads() {
        let looks = everyTenth(to: 20_000) { Look($0, ran: 64 * $0, isActive: true) }
        #expect(end(looks)?.at == 1_000)
    }

    @Test("does not count again what a look missed before")
    func missed() {
        let looks = [
            Look(0, ran: 900, isActive: true), Look(100, ran: 0, isActive: true),
            Look(900, ran: 900, isActive: true), Look(1_000, ran: 950, isActive: true),
            Look(1_950, ran: 1_850, isActive: true),
        ]
        #expect(end(looks) == nil)
        #expect(end(looks + [Look(2_000, ran: 1_900, isActive: true)])?.at == 2_000)
    }

    @Test("ends every program at ten times the limit of real time")
    func lastStop() {
        let end = end(everyTenth(to: 20_000) { Look($0, isActive: true) })
        #expect(end?.lateness == .clock(milliseconds: 10_000))
        #expect(end?.at == 10_000)
    }

    @Test("goes by real time where the system says nothing")
    func blind() {
        let end = end(everyTenth(to: 20_000) { .blind($0) })
        #expect(end?.lateness == .clock(milliseconds: 1_000))
        #expect(end?.at == 1_000)
    }

    @Test("counts the real time of looks that failed, and no more")
    func partlyBlind() {
        let looks = everyTenth(to: 20_000) {
            $0 % 200 == 0 ? .blind($0) : Look($0, isActive: true)
        }
        #expect(end(looks)?.at == 2_000)
    }

    @Test("says how long a program has at least")
    func left() {
        var account = TimeAccount(milliseconds: 1_000, realMilliseconds: 1_300, at: 0)
        #expect(account.left == 1_000_000_000)
        _ = account.step(TimeSample(processor: 0, ready: 0, isActive: false), at: 0)
        _ = account.step(TimeSample(processor: 0, ready: 0, isActive: false), at: 400_000_000)
        #expect(account.left == 600_000_000)
        _ = account.step(TimeSample(processor: 0, ready: 0, isActive: true), at: 1_200_000_000)
        #expect(account.left == 100_000_000)
    }

    @Test("names its limit")
    func words() {
        let all: [ProgramLateness] = [
            .processor(milliseconds: 20_000), .blocked(milliseconds: 20_000),
            .clock(milliseconds: 300_000), .blocked(milliseconds: 1_500),
        ]
        #expect(
            all.map(\.past) == [
                "used 20 s of processor time", "waited 20 s for something that did not come",
                "took longer than 300 s of real time",
                "waited 1500 ms for something that did not come",
            ])
        #expect(
            all.map(\.present) == [
                "uses 20 s of processor time", "waits 20 s for something that does not come",
                "takes longer than 300 s of real time",
                "waits 1500 ms for something that does not come",
            ])
    }
}
