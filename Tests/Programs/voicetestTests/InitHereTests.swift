import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport

/// `init --here` reads a bot that exists and writes a project for it.
@Suite("A project for a bot that exists")
struct InitHereTests {
    let program = Program()

    /// Writes files of a bot, and returns its folder.
    func bot(_ files: [String: String]) throws -> String {
        for (name, text) in files {
            let path = program.folder.path("bot/\(name)")
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
                withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        return program.folder.path("bot")
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: program.folder.path("bot/\(name)"), encoding: .utf8)
    }

    func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: program.folder.path("bot")))
    }

    static let pipecat = """
        import os
        from pipecat.frames.frames import LLMRunFrame
        from pipecat.services.deepgram.stt import DeepgramSTTService

        async def bot(runner_args):
            stt = DeepgramSTTService(api_key=os.getenv("DEEPGRAM_API_KEY"))

        if __name__ == "__main__":
            from pipecat.runner.run import main
            main()
        """

    @Test("finds Pipecat's bot, its services and keys with their lines, and brings what it needs")
    func pipecat() throws {
        let folder = try bot(["bot.py": Self.pipecat, "requirements.txt": "pipecat-ai[deepgram]\n"])
        let run = try program.run(["init", "--here", folder])
        #expect(run.status == 0, "\(run.messages)")
        for line in [
            "bot.py:5: bot(runner_args) of Pipecat", "bot.py:2: the bot speaks first",
            "bot.py:3: asks Deepgram: recorded once", "bot.py:6: takes DEEPGRAM_API_KEY",
            "requirements.txt:1: pipecat-ai[deepgram] (tested with 1.14)",
            "python3 -m pip install -r requirements.txt", "voicetest test",
        ] {
            #expect(run.output.contains(line), "\(line) in \(run.output)")
        }
        #expect(
            try names() == [
                "bot.py", "requirements.txt", "voicetest.json", "first.scenario.json",
                "voicetest_app.py", "voicetest_pipecat.py", "voicetest_pipecat_runner.py",
                "voicetest_pipecat_transports.py", "voicetest_pipecat_absent.py", ".gitignore",
                ".gitattributes",
            ])
        #expect(try text("voicetest.json").contains("python3 -m voicetest_app bot.py"))
        #expect(try text("first.scenario.json").contains("\"sound\":\"sound 1\""))
        #expect(try text("bot.py") == Self.pipecat)
        let checked = try program.run(["validate", folder])
        #expect(checked.output.contains("0 errors"), "\(checked.output)\(checked.messages)")
    }

    @Test("says how to start a bot of Pipecat that does not call the runner")
    func runner() throws {
        let text = Self.pipecat.split(separator: "if __name__")[0]
        let run = try program.run(["init", "--here", try bot(["bot.py": String(text)])])
        #expect(run.output.contains("bot.py: does not call the runner. Let the file end with"))
    }

    @Test("finds LiveKit's agent in a folder, and takes the environment of the project")
    func liveKit() throws {
        let agent = """
            from livekit.agents import (
                AgentSession,
                cli,
                inference,
            )
            from livekit.plugins import silero

            cli.run_app(server)
            """
        let folder = try bot([
            "src/agent.py": agent, ".venv/pyvenv.cfg": "home = /usr/bin\n", ".venv/bin/python": "",
        ])
        let run = try program.run(["init", "--here", folder])
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.output.contains("src/agent.py:8: cli.run_app of LiveKit"))
        #expect(run.output.contains("src/agent.py:1: asks LiveKit Inference"))
        #expect(
            run.output.contains(
                ".venv/bin/python -m pip install livekit-agents livekit-plugins-silero"))
        #expect(
            try text("voicetest.json").contains(".venv/bin/python -m voicetest_app src/agent.py"))
        #expect(try names().contains("voicetest_livekit_room.py"))
        #expect(try !names().contains("voicetest_pipecat.py"))
        #expect(try text("first.scenario.json").contains("\"atMs\":1500"))
    }

    @Test("writes the telephone of a server, from its routes, its port and its carrier")
    func server() throws {
        let main = """
            from fastapi import FastAPI, WebSocket
            from twilio.twiml.voice_response import VoiceResponse
            app = FastAPI()

            @app.get("/")
            async def index():
                return {}

            @app.api_route("/incoming-call", methods=["GET", "POST"])
            async def answer(request):
                return str(VoiceResponse())

            @app.websocket("/media-stream")
            async def stream(socket: WebSocket):
                pass
            """
        let folder = try bot(["main.py": main])
        let run = try program.run(["init", "--here", folder])
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.output.contains("main.py:9: webhook /incoming-call"))
        #expect(run.output.contains("main.py:13: WebSocket /media-stream"))
        #expect(run.output.contains("main.py:3: no file starts it; serve_main.py does now"))
        #expect(try text("serve_main.py").contains("from main import app"))
        let project = try text("voicetest.json")
        #expect(project.contains("python3 -m voicetest_app serve_main.py"))
        #expect(project.contains("\"carrier\": \"twilio\""))
        #expect(project.contains("\"port\": 8000"))
        #expect(project.contains("\"webhook\": \"/incoming-call\""))
        #expect(project.contains("\"stream\": \"/media-stream\""))
    }

    @Test("writes the telephone of a server of fastify, and names the packages of npm")
    func node() throws {
        let index = """
            import Fastify from 'fastify';
            // const PORT = 1;
            const app = Fastify();
            app.all('/incoming-call', async (request, reply) => {
                reply.send('<Response><Connect><Stream url="wss://a"/></Connect></Response>');
            });
            app.get('/media-stream', { websocket: true }, (socket) => {
                socket.send(JSON.stringify({ streamSid: 'a' }));
            });
            app.listen({ port: process.env.PORT || 5050 });
            """
        let folder = try bot([
            "index.js": index, "package.json": "{\"dependencies\": {\"fastify\": \"5\"}}",
        ])
        let run = try program.run(["init", "--here", folder])
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.output.contains("index.js:1: fastify is not installed"))
        #expect(run.output.contains("npm install"))
        let project = try text("voicetest.json")
        #expect(project.contains("node --import ./voicetest-app.mjs index.js"))
        #expect(project.contains("\"webhook\": \"/incoming-call\""))
        #expect(project.contains("\"stream\": \"/media-stream\""))
        #expect(project.contains("\"port\": 5050"))
        #expect(try names().contains("voicetest-app.mjs"))
    }

    @Test(
        "brings the stand-ins of the modules and children that open the sound card, and no others",
        arguments: [
            ("import pyaudio", ["voicetest_pyaudio.py", "voicetest_card.py"]),
            ("import speech_recognition as sr", ["voicetest_pyaudio.py", "voicetest_card.py"]),
            (
                "import sounddevice",
                ["voicetest_sounddevice.py", "voicetest_sounddevice_card.py", "voicetest_card.py"]
            ),
            ("import pyttsx3", ["voicetest_pyttsx3.py"]),
            (
                "subprocess.Popen([\"arecord\", \"-t\", \"raw\"])",
                [
                    "voicetest_children.py", "voicetest_child_commands.py",
                    "voicetest_child_files.py", "voicetest_card.py",
                ]
            ),
        ])
    func card(line: String, files: [String]) throws {
        let folder = try bot(["talk.py": "import sys\n\(line)\n"])
        let run = try program.run(["init", "--here", folder])
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.output.contains("talk.py:2: opens the sound card"))
        let own = ["voicetest_app.py", "voicetest.json"]
        #expect(try names().filter { $0.hasPrefix("voicetest") } == Set(files + own))
    }

    @Test("takes a program that has the client already, and overwrites nothing")
    func client() throws {
        let text = "import voicetest_app as voice\nvoice.say(\"hello\")\nvoice.listen()\n"
        let folder = try bot(["bot.py": text, "voicetest_app.py": "# mine\n", ".gitignore": "a\n"])
        let run = try program.run(["init", "--here", folder])
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.output.contains("bot.py:1: takes the client of voicetest"))
        #expect(run.output.contains("others than those of this voicetest: voicetest_app.py"))
        #expect(run.output.contains(".gitignore is yours. Add to it: *.vsession.new/"))
        #expect(try self.text("voicetest_app.py") == "# mine\n")
        #expect(try self.text(".gitignore") == "a\n")
        #expect(try self.text("voicetest.json").contains("\"recognizer\": \"scripted\""))
        let again = try program.run(["init", "--here", folder])
        #expect(again.status == 73)
        #expect(again.messages.contains("voicetest.json exists already"))
    }

    @Test("takes the likeliest of several files, or the one that is named, or asks for one")
    func several() throws {
        let folder = try bot(["bot.py": "import pyaudio\n", "other.py": "import pyaudio\n"])
        let run = try program.run(["init", "--here", folder])
        #expect(run.output.contains("other.py:1: starts a bot, too"))
        #expect(try text("voicetest.json").contains("voicetest_app bot.py"))
        try FileManager.default.removeItem(atPath: "\(folder)/voicetest.json")
        let named = try program.runShell("cd bot && voicetest init --here other.py")
        #expect(named.status == 0, "\(named.messages)")
        #expect(try text("voicetest.json").contains("voicetest_app other.py"))
        try FileManager.default.removeItem(atPath: "\(folder)/voicetest.json")
        try FileManager.default.moveItem(atPath: "\(folder)/bot.py", toPath: "\(folder)/a.py")
        let unsure = try program.run(["init", "--here", folder])
        #expect(unsure.status == 64)
        #expect(unsure.messages.contains("2 files start a bot: a.py:1, other.py:1. Name one"))
        #expect(unsure.messages.contains("`voicetest init --here \(folder)/a.py`"))
    }

    @Test(
        "refuses a folder without a bot, a file that is not there, and options that say what it is")
    func refuses() throws {
        let folder = try bot(["math.py": "print(1)\n"])
        let none = try program.run(["init", "--here", folder])
        #expect(none.status == 66)
        #expect(none.messages.contains("start no bot that voicetest knows"))
        let missing = try program.run(["init", "--here", "\(folder)/gone.py"])
        #expect(missing.status == 66)
        #expect(missing.messages.contains("gone.py: no such file of Python or Node"))
        let both = try program.run(["init", "--here", "--app", "python", folder])
        #expect(both.status == 64)
        #expect(both.messages.contains("Leave out --app, --engine and --from."))
        #expect(try names() == ["math.py"])
    }

    @Test("a bot of the template runs with the project that is written for it")
    func runs() throws {
        let source = "\(Program.package)/Sources/Programs/voicetest/Init/Templates/python/bot.py"
        let folder = try bot(["bot.py": try String(contentsOfFile: source, encoding: .utf8)])
        #expect(try program.run(["init", "--here", folder]).status == 0)
        let first = try program.run(["test", folder])
        #expect(first.status == 1)
        #expect(first.output.contains("first"), "\(first.output)\(first.messages)")
        let accepted = try program.run(["accept", folder, "--reason", "first"])
        #expect(accepted.status == 0, "\(accepted.output)\(accepted.messages)")
        let second = try program.run(["test", folder])
        #expect(second.status == 0, "\(second.output)")
    }

    @Test("every file of the clients that a bot may need is carried as it is")
    func carriesAll() throws {
        for (folder, endings) in [("Python", ["py"]), ("Node", ["mjs", "cjs"])] {
            let clients = "\(Program.package)/Sources/Clients/\(folder)"
            let names = try FileManager.default.contentsOfDirectory(atPath: clients).filter {
                name in
                name.hasPrefix("voicetest") && endings.contains { name.hasSuffix(".\($0)") }
                    && !["voicetest_pytest.py", "voicetest-test.mjs"].contains(name)
            }
            #expect(names.count > 3)
            for name in names {
                let text = try String(contentsOfFile: "\(clients)/\(name)", encoding: .utf8)
                let carried = CarriedFile.below("Clients").first { $0.name == name }
                #expect(carried?.text == text, "\(name)")
            }
        }
    }
}
