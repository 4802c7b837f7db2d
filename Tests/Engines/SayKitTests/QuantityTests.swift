import SayKit
import Testing

@Suite struct QuantityTests {
    private func value(
        _ type: String, _ text: String, _ language: SpokenLanguage = .english
    ) -> String? { entities("@x:\(type)", text, language)?["x"] }

    @Test(
        "reads times as said",
        arguments: [
            ("seven", "07:00"), ("seven thirty", "07:30"), ("seven oh five", "07:05"),
            ("half past seven", "07:30"), ("quarter to eight", "07:45"),
            ("a quarter past two", "02:15"),
            ("ten to one", "12:50"), ("twenty five minutes past three", "03:25"),
            ("seven o'clock", "07:00"), ("7:30 p.m.", "19:30"), ("twelve am", "00:00"),
            ("noon", "12:00"), ("midnight", "00:00"), ("nineteen forty five", "19:45"),
            ("five in the morning", "05:00"), ("nine at night", "21:00"),
            ("fifteen hundred hours", "15:00"), ("fifteen thirty hours", "15:30"),
            ("twenty hundred hours", "20:00"),
        ])
    func readsTimes(text: String, expected: String) { #expect(value("Time", text) == expected) }

    @Test(
        "takes no times that do not exist",
        arguments: ["25:00", "seven seventy", "13:60", "apple", "half a dozen", "two dozen"])
    func refusesTimes(text: String) { #expect(value("Time", text) == nil) }

    @Test(
        "reads German times",
        arguments: [
            ("halb acht", "07:30"), ("viertel nach sieben", "07:15"), ("viertel vor acht", "07:45"),
            ("viertel acht", "07:15"), ("dreiviertel acht", "07:45"), ("siebzehn Uhr", "17:00"),
            ("sieben Uhr dreißig", "07:30"), ("ein Uhr", "01:00"), ("acht Uhr abends", "20:00"),
            ("zehn nach halb acht", "07:40"), ("fünf vor halb acht", "07:25"),
            ("fünf vor halb eins", "12:25"), ("fünf vor zwölf", "11:55"), ("Mitternacht", "00:00"),
        ] as [(String, String?)])
    func readsGermanTimes(text: String, expected: String?) {
        #expect(value("Time", text, .german) == expected)
    }

    @Test(
        "reads dates as said",
        arguments: [
            ("May third", "????-05-03"), ("the third of May", "????-05-03"),
            ("May 3rd, 2026", "2026-05-03"), ("may twenty fifth twenty twenty six", "2026-05-25"),
            ("tomorrow", "today+1"), ("yesterday", "today-1"), ("next friday", "next weekday 5"),
            ("friday the third of may", "weekday 5 ????-05-03"), ("the fifteenth", "????-??-15"),
            ("February 29 2024", "2024-02-29"), ("in three days", "today+3"),
            ("in a week", "today+7"), ("two weeks from today", "today+14"),
            ("five days ago", "today-5"),
        ])
    func readsDates(text: String, expected: String) { #expect(value("Date", text) == expected) }

    @Test(
        "takes no dates that do not exist",
        arguments: [
            "February 30th", "June thirty first", "February 29 2023", "May 45th",
        ])
    func refusesDates(text: String) { #expect(value("Date", text) == nil) }

    @Test(
        "reads German dates",
        arguments: [
            ("dritter Mai", "????-05-03"), ("am dritten Mai", "????-05-03"), ("morgen", "today+1"),
            ("übermorgen", "today+2"), ("nächsten Montag", "next weekday 1"),
            ("in drei Tagen", "today+3"), ("vor einer Woche", "today-7"),
        ])
    func readsGermanDates(text: String, expected: String) {
        #expect(value("Date", text, .german) == expected)
    }

    @Test(
        "reads lengths of time",
        arguments: [
            ("ninety seconds", "90 s"), ("two hours and thirty minutes", "9000 s"),
            ("an hour and a half", "5400 s"), ("half an hour", "1800 s"),
            ("two and a half hours", "9000 s"),
            ("one point five minutes", "90 s"), ("three days", "259200 s"),
            ("a quarter of an hour", "900 s"), ("two months", "5184000 s"),
            ("a year and a half", "47304000 s"), ("one hour fifteen", "4500 s"),
            ("two minutes thirty", "150 s"),
        ])
    func readsDurations(text: String, expected: String) {
        #expect(value("Duration", text) == expected)
    }

    @Test(
        "reads German lengths of time",
        arguments: [
            ("eine halbe Stunde", "1800 s"), ("anderthalb Stunden", "5400 s"),
            ("eineinhalb Stunden", "5400 s"), ("zwei Jahre", "63072000 s"),
            ("zweieinhalb Stunden", "9000 s"), ("zwei Stunden und dreißig Minuten", "9000 s"),
            ("eine Viertelstunde", "900 s"),
        ])
    func readsGermanDurations(text: String, expected: String) {
        #expect(value("Duration", text, .german) == expected)
    }

    @Test(
        "reads amounts of money",
        arguments: [
            ("five dollars", "5 USD"), ("$5.50", "5.5 USD"), ("five dollars fifty", "5.5 USD"),
            ("twenty euros and five cents", "20.05 EUR"), ("fifty cents", "0.5"),
            ("a dollar", "1 USD"),
            ("nineteen ninety nine", "19.99"), ("five fifty", "5.5"),
            ("two point five million pounds", "2500000 GBP"), ("ten quid", "10 GBP"),
            ("five hundred yen", "500 JPY"), ("twenty rupees", "20 INR"),
        ])
    func readsMoney(text: String, expected: String) { #expect(value("Money", text) == expected) }

    @Test(
        "reads German amounts of money",
        arguments: [
            ("fünf Euro fünfzig", "5.5 EUR"), ("zwanzig Euro", "20 EUR"), ("5,50 €", "5.5 EUR"),
        ])
    func readsGermanMoney(text: String, expected: String) {
        #expect(value("Money", text, .german) == expected)
    }

    @Test(
        "reads German numbers",
        arguments: [
            ("einundzwanzig", "21"), ("dreihundertfünf", "305"), ("dreihundert fünf", "305"),
            ("zweitausendvierundzwanzig", "2024"), ("neunzehnhundertvierundachtzig", "1984"),
            ("eine Million zweihunderttausend", "1200000"), ("hunderteins", "101"),
            ("drei Komma vierzehn", "3.14"), ("minus sieben", "-7"), ("einundzwanzigste", "21"),
            ("dritter", "3"), ("der hundertste", "100"), ("neun null zwei eins null", "90210"),
            ("1.234,5", "1234.5"), ("eine halbe Million", "500000"), ("drei Fünftel", "0.6"),
            ("zwei hundert ein und zwanzig", "221"), ("zwölf", "12"), ("sechzehn", "16"),
            ("siebenundsiebzig", "77"),
            ("tausend", "1000"), ("zweieinhalb", "2.5"), ("ein Dutzend", "12"),
        ])
    func readsGermanNumbers(text: String, expected: String) {
        #expect(number(text, .german) == expected)
    }

    @Test(
        "takes German articles and separate numbers for no number",
        arguments: [
            "eine", "fünf oder sechs", "zwei Drittel", "nicht fünf", "hundert und zweihundert",
            "Hund",
        ])
    func refusesGermanNumbers(text: String) { #expect(number(text, .german) == nil) }
}
