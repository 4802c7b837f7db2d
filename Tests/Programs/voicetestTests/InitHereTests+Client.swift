import Foundation
import Testing

/// Files of the client that `init --here` brings.
extension InitHereTests {
    @Test("copies no client that the bot's Python has in this release, but with --vendor")
    func installed() throws {
        let release = try program.run(["--version"]).output.split(separator: " ").last ?? ""
        let version = String(release.trimmingCharacters(in: .whitespacesAndNewlines))
        for (found, words, isCopied) in [
            (version, [String](), false), (version, ["--vendor"], true), ("0.0.1", [], true),
        ] {
            let folder = try bot([
                "bot.py": Self.pipecat, ".venv/bin/python": "", ".venv/pyvenv.cfg": "",
                ".venv/lib/python3.11/site-packages/voicetest_app-\(found).dist-info/METADATA": "",
            ])
            let run = try program.run(["init", "--here", folder] + words)
            #expect(run.status == 0, "\(run.messages)")
            #expect(try names().contains("voicetest_app.py") == isCopied, "\(found)")
            let line = "Add to your requirements: voicetest-app==\(version)"
            #expect(run.output.contains(line) != isCopied)
            try FileManager.default.removeItem(atPath: folder)
        }
    }

    @Test("takes a file by any form of its path, and writes the project beside it")
    func paths() throws {
        for path in ["./bot/bot.py", "bot/bot.py", "bot/../bot/bot.py"] {
            let folder = try bot(["bot.py": Self.pipecat])
            let run = try program.run(["init", "--here", path])
            #expect(run.status == 0, "\(run.messages)")
            #expect(try names().isSuperset(of: ["voicetest.json", "voicetest_app.py"]))
            try FileManager.default.removeItem(atPath: folder)
        }
    }

    @Test("starts a server that no file starts at the port that its files name")
    func port() throws {
        let text = """
            import asyncio
            from fastapi import FastAPI
            PORT = 5050
            app = FastAPI()
            asyncio.run(asyncio.sleep(0))
            """
        let folder = try bot(["main.py": text])
        let run = try program.run(["init", "--here", folder])
        #expect(run.status == 0, "\(run.messages)")
        #expect(try self.text("serve_main.py").contains("port=5050"), "\(run.output)")
    }

    @Test("brings the stand-ins of gRPC and of children of Node that a bot needs")
    func furtherStandIns() throws {
        let folder = try bot(["bot.py": "import grpc\n" + Self.pipecat])
        let asking = try program.run(["init", "--here", folder])
        #expect(asking.status == 0, "\(asking.messages)")
        #expect(!asking.output.contains("pip install") || asking.output.contains("grpcio"))
        #expect(try names().isSuperset(of: ["voicetest_grpc.py", "voicetest_grpc_aio.py"]))
        try FileManager.default.removeItem(atPath: folder)
        let text = """
            import { spawn } from 'node:child_process';
            const recorder = spawn('arecord', ['-f', 'S16_LE']);
            """
        _ = try bot(["bot.mjs": text])
        let run = try program.run(["init", "--here", folder])
        #expect(run.status == 0, "\(run.messages)")
        #expect(try names().contains("voicetest-children.cjs"), "\(run.output)")
    }
}
