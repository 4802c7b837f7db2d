import Testing
import VoiceTime

/// Dates and times of day without a zone.
@Suite struct CalendarTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00"), (1_700_000_000, "2023-11-14T22:13:20"),
        (951_782_399, "2000-02-28T23:59:59"), (951_782_400, "2000-02-29T00:00:00"),
        (-1, "1969-12-31T23:59:59"), (-2_203_891_201, "1900-02-28T23:59:59"),
        (-2_203_891_200, "1900-03-01T00:00:00"), (253_402_300_799, "9999-12-31T23:59:59"),
    ])
    func writesAndReads(seconds: Int64, text: String) {
        #expect(CalendarTime.text(seconds) == text)
        #expect(CalendarTime.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "2026-02-29T00:00:00", "2026-13-01T00:00:00", "2026-01-01T24:00:00",
        "2026-01-01T00:60:00", "2026-01-01 00:00:00", "2026-01-01T00:00:00Z", "+026-01-01T00:00:00",
        "2026-01-00T00:00:00",
    ])
    func refuses(text: String) { #expect(CalendarTime.seconds(text) == nil) }
}
