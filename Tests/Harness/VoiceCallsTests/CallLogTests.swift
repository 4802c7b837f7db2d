import Testing
import VoiceFiles
import VoiceJSON
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceCalls

@Suite("Logs of calls")
struct CallLogTests {
    /// Lines as Pipecat's logger writes them.
    private static let pipecat = """
        ᓚᘏᗢ Pipecat 1.14.0
        2026-11-26 12:34:01.000 | INFO     | __main__:run_bot:80 - Starting bot
        2026-11-26 12:34:01.250 | DEBUG    | \
        pipecat.transports.base_output:_bot_started_speaking:751 - Bot started speaking
        2026-11-26 12:34:03.750 | DEBUG    | \
        pipecat.transports.base_output:_bot_stopped_speaking:856 - Bot [left] stopped speaking
        2026-11-26 12:34:04.500 | DEBUG    | \
        pipecat.processors.aggregators.llm_response_universal:_on_user_turn_started:1402 - \
        LLMUserAggregator#0: User started speaking (strategy: VADUserTurnStartStrategy#0)
        2026-11-26 12:34:05.100 | DEBUG    | \
        pipecat.observers.loggers.transcription_log_observer:on_push_frame:57 - 💬 \
        DeepgramSTTService#0 → TRANSCRIPTION: "it's two from here" from 'u1' at 4.10s
        2026-11-26 12:34:05.200 | DEBUG    | \
        pipecat.observers.loggers.transcription_log_observer:on_push_frame:61 - 💬 \
        DeepgramSTTService#0 → INTERIM TRANSCRIPTION: 'two' from 'u1' at 4.20s
        \u{1B}[32m2026-11-26 12:34:05.300\u{1B}[0m | \u{1B}[31m\u{1B}[1mERROR   \u{1B}[0m | \
        \u{1B}[36mpipecat.services.openai.llm\u{1B}[0m:\u{1B}[36m_process\u{1B}[0m:\u{1B}[36m9\
        \u{1B}[0m - \u{1B}[31mcompletion timed out\u{1B}[0m
        Traceback (most recent call last):
        2026-11-26 12:34:06.000 | DEBUG    | pipecat.transp
        """

    @Test("reads what Pipecat's logger writes, and says which lines it left out")
    func pipecatLines() throws {
        let log = try read(Self.pipecat)
        #expect(log.form == "Pipecat")
        #expect(
            log.events.map(\.kind) == [
                "bot_speech_started", "bot_speech_stopped", "user_turn_started", "transcription",
                "problem",
            ])
        let start = try #require(LogTime.date("2026-11-26T12:34:01.250Z"))
        #expect(log.events[0].nanoseconds == start)
        #expect(log.events[1].nanoseconds == start + 2_500_000_000)
        #expect(log.events[0].mark == SpeechEdge(.app, .begins))
        #expect(log.events[1].mark == SpeechEdge(.app, .ends))
        #expect(log.events[2].mark == nil && log.events[2].line == 5)
        #expect(log.events[3].fields == ["text": "it's two from here"])
        #expect(
            log.events[4].fields == [
                "level": "ERROR", "place": "pipecat.services.openai.llm",
                "text": "completion timed out",
            ])
        #expect(
            log.notes == [
                "2 lines of the log are left out: they are no lines of Pipecat's logger, the first"
                    + " is line 1", "the last line of the log is cut off and left out",
            ])
    }

    @Test("reads the words and calls that Pipecat's services log, and what detects voices in it")
    func pipecatServices() throws {
        let line = "2026-11-26 12:34:0"
        let log = try read(
            """
            \(line)1.0 | DEBUG    | pipecat.services.whisper.stt:run_stt:461 - \
            Transcription: [Two [large] ones.]
            \(line)1.1 | DEBUG    | pipecat.services.llm_service:_run:1879 - \
            OpenAILLMService#0 Calling function [order:call_1] with arguments {'size': 'large'}
            \(line)1.2 | DEBUG    | pipecat.services.tts_service:_push:1690 - \
            KokoroTTSService#0: Generating TTS [Which size?]
            \(line)1.3 | DEBUG    | pipecat.processors.audio.vad_processor:_on:73 - \
            VADProcessor#0: User started speaking
            \(line)1.4 | DEBUG    | pipecat.processors.audio.vad_processor:_on:81 - \
            VADProcessor#0: User stopped speaking
            """)
        #expect(
            log.events.map(\.kind) == [
                "transcription", "function_call", "tts", "user_vad_started", "user_vad_stopped",
            ])
        #expect(
            log.events.map(\.fields) == [
                ["text": "Two [large] ones."],
                ["name": "order", "arguments": "{'size': 'large'}"], ["text": "Which size?"], [:],
                [:],
            ])
        // It comes late by as long as the detector waits, and says so nowhere.
        #expect(log.events.allSatisfy { $0.mark == nil })
        #expect(log.notes.isEmpty)
    }

    @Test("reads the events of Pipecat's observer of who speaks")
    func pipecatEvents() throws {
        let log = try read(
            """
            {"kind":"bot_speech_started","timestamp":1795696441.25,"started_at":null}
            {"kind":"bot_speech_stopped","timestamp":1795696443.75,"started_at":1795696441.25}
            {"kind":"user_speech_started","timestamp":1795696444,"started_at":null}
            {"kind":"user_turn_started","timestamp":1795696444.5,"started_at":null}
            """)
        #expect(
            log.events.map(\.mark) == [
                SpeechEdge(.app, .begins), SpeechEdge(.app, .ends), SpeechEdge(.caller, .begins),
                nil,
            ])
        #expect(log.events[2].nanoseconds == 1_795_696_444_000_000_000)
        #expect(log.notes.isEmpty)
    }

    @Test("reads what a bot logs of the observer, whose times are in UTC")
    func pipecatObserved() throws {
        let line = "2026-11-26 14:34:"
        let place = " | INFO     | __main__:on_speech_event:31 - "
        let log = try read(
            """
            \u{FEFF}\(line)01.260 | DEBUG    | pipecat.transports.base_output:_x:1 - \
            Bot started speaking
            \(line)01.300\(place){"kind":"bot_speech_started","timestamp":1795696441.25}
            \(line)05.900\(place){"kind":"user_speech_stopped","timestamp":1795696445.5}
            \(line)06.000\(place){"order": 2}
            """)
        let start = try #require(LogTime.date("2026-11-26T14:34:01.250Z"))
        #expect(log.events.map(\.kind) == ["bot_speech_started", "user_speech_stopped"])
        #expect(log.events.map(\.nanoseconds) == [start, start + 4_250_000_000])
        #expect(log.events.map(\.line) == [2, 3])
        #expect(log.notes.isEmpty)
    }

    @Test("reads a report of LiveKit: who speaks, what was understood, what was called")
    func liveKit() throws {
        let log = try read(
            """
            {"job_id": "AJ_1", "room_id": "RM_1", "room": "r", "events": [
              {"type": "agent_state_changed", "old_state": "thinking", "new_state": "speaking",
               "created_at": 1795696441.5},
              {"type": "agent_state_changed", "old_state": "speaking", "new_state": "listening",
               "created_at": 1795696443.5},
              {"type": "user_state_changed", "old_state": "listening", "new_state": "speaking",
               "created_at": 1795696444.5},
              {"type": "user_input_transcribed", "transcript": "tw", "is_final": false,
               "created_at": 1795696444.7},
              {"type": "user_input_transcribed", "transcript": "two", "is_final": true,
               "created_at": 1795696445.0},
              {"type": "function_tools_executed", "created_at": 1795696446,
               "function_calls": [{"name": "order", "arguments": "{}"}],
               "function_call_outputs": [{}]},
              {"type": "tool_execution_updated", "created_at": 1795696446},
              {"type": "close", "reason": "user_initiated", "error": null,
               "created_at": 1795696450},
              {"type": "close"}],
             "audio_recording_path": null, "audio_recording_started_at": 1795696441.0,
             "options": {}}
            """)
        #expect(log.form == "LiveKit" && log.recordingStart == 1_795_696_441_000_000_000)
        #expect(
            log.events.map(\.mark) == [
                SpeechEdge(.app, .begins), SpeechEdge(.app, .ends), SpeechEdge(.caller, .begins),
                nil, nil, nil,
            ])
        #expect(log.events[3].fields == ["transcript": "two"])
        #expect(log.events[4].fields == ["calls": "order"])
        #expect(log.events[5].fields == ["reason": "user_initiated"])
        #expect(
            log.notes == [
                "1 events of the log are left out: they have no \"type\" or no \"created_at\""
            ])
    }

    @Test("reads spans of OTLP, in order of their beginnings")
    func spans() throws {
        let log = try read(
            """
            {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {"name": "x"}, "spans": [
              {"name": "llm", "startTimeUnixNano": "1795696445000000000",
               "endTimeUnixNano": "1795696445400000000", "status": {"code": 2},
               "attributes": [{"key": "tokens", "value": {"intValue": "12"}},
                              {"key": "model", "value": {"stringValue": "m"}},
                              {"key": "list", "value": {"arrayValue": {}}}]},
              {"name": "agent_speaking", "startTimeUnixNano": 1795696441000000000,
               "endTimeUnixNano": "1795696443000000000"},
              {"name": "lies", "startTimeUnixNano": "20", "endTimeUnixNano": "10"}]}]}]}
            """)
        #expect(
            log.events.map { $0.fields["name"] } == [
                "agent_speaking", "agent_speaking ends", "llm",
            ])
        #expect(
            log.events.map(\.mark) == [SpeechEdge(.app, .begins), SpeechEdge(.app, .ends), nil])
        #expect(
            log.events[2].fields == [
                "name": "llm", "milliseconds": 400, "error": true,
                "attributes": ["tokens": 12, "model": "m"],
            ])
        #expect(log.notes.count == 1 && log.notes[0].hasPrefix("1 spans of the log are left out"))
    }

    @Test("reads JSON lines by what a mapping says of them")
    func mapped() throws {
        let log = try read(
            """
            {"ts": 1000, "event": "tts_start", "data": {"text": "hello"}}
            {"ts": 1500.5, "event": "heartbeat"}
            {"ts": "2000", "event": "intent", "data": {"name": "order", "slots": {}}}
            {"event": "intent"}
            no JSON
            {"ts": 2500, "event": "tts_st
            """,
            mapping: """
                { "time": "ts", "kind": "event", "events": {
                    "tts_start": { "marks": "app begins", "fields": { "text": "data.text" } },
                    "intent": { "as": "understood", "role": "answer",
                                "fields": { "intent": "data.name", "slots": "data.slots" } } } }
                """)
        #expect(log.events.map(\.kind) == ["tts_start", "understood"])
        #expect(log.events.map(\.nanoseconds) == [1_000_000_000, 2_000_000_000])
        #expect(log.events[0].mark == SpeechEdge(.app, .begins))
        #expect(log.events[1].fields == ["intent": "order"])
        #expect(log.kinds.map(\.name) == ["tts_start", "understood"])
        #expect(log.kinds[1].role == .answer)
        #expect(
            log.notes == [
                "1 lines of the log are left out: they are no JSON objects, the first is line 5",
                "the last line of the log is cut off and left out",
                "1 lines of the log are left out: they are no events with a time at \"ts\", the"
                    + " first is line 4",
            ])
    }

    @Test(
        "says what is wrong with a mapping",
        arguments: [
            (#"{"kind": "k", "events": {"a": {}}}"#, "\"time\" is missing"),
            (#"{"time": "t", "kind": "k"}"#, "names no event of the log"),
            (#"{"time": "t", "unit": "min", "kind": "k"}"#, #"Unknown unit "min""#),
            (
                #"{"time": "t", "kind": "k", "events": {"a": {"role": "playBegin"}}}"#,
                #"Unknown role "playBegin""#
            ),
            (
                #"{"time": "t", "kind": "k", "events": {"a": {"marks": "bot starts"}}}"#,
                #"Unknown mark "bot starts""#
            ),
            (#"{"time": "t", "kind": "k", "events": {"a b": {}}}"#, "is not a name"),
            (#"{"time": "t", "kind": "k", "events": {"a": {}"#, "is no JSON"),
            (#"[]"#, "A mapping is an object"),
        ])
    func badMapping(mapping: String, what: String) throws {
        let error = #expect(throws: SessionError.self) { try read("{}", mapping: mapping) }
        #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("mapping.json: ") == true)
    }

    @Test(
        "says what is no log, and what to do",
        arguments: [
            ("", "is empty. Name the log of this call."),
            ("hello\nworld\n", "is no log of Pipecat or LiveKit and holds no OTLP spans."),
            (#"{"a": 1}"#, "Give --log-mapping FILE that says what its JSON lines mean."),
            (#"{"job_id": "a", "events": [{"type": "cl"#, "is cut off: "),
            (#"{"job_id": "a", "events": []}"#, "holds no event of the form LiveKit"),
        ])
    func foreign(text: String, what: String) {
        let error = #expect(throws: SessionError.self) { try read(text) }
        #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
    }

    @Test(
        "reads dates with and without a zone",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-02 00:00:01.5", 86_401_500_000_000),
            ("2000-03-01T00:00:00+00:00", 951_868_800_000_000_000),
            ("2026-11-26T12:34:01.123456789Z", 1_795_696_441_123_456_789),
            ("2026-11-26T14:34:01,25+02:00", 1_795_696_441_250_000_000),
        ] as [(String, Int64)])
    func dates(text: String, nanoseconds: Int64) { #expect(LogTime.date(text) == nanoseconds) }

    @Test(
        "takes no other text for a date",
        arguments: [
            "", "12:34", "2026-13-01T00:00:00Z", "2026-11-26T12:34:01.Z", "2026-11-26T12:34:01+2",
            "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z",
        ])
    func noDates(text: String) { #expect(LogTime.date(text) == nil) }

    private func read(_ text: String, mapping: String? = nil) throws -> CallLog {
        let folder = TemporaryFolder()
        try DiskFile.write(Array(text.utf8), to: folder.path("call.log"))
        if let mapping {
            try DiskFile.write(Array(mapping.utf8), to: folder.path("mapping.json"))
        }
        return try CallLogReader.read(
            folder.path("call.log"), mapping: mapping.map { _ in folder.path("mapping.json") })
    }
}
