"""Ways in which an app reaches a listener: for each a name, what it needs, and its code.

The code has `PORT`, `PATH` (a Unix socket), `DATAGRAMS` (a Unix socket of datagrams) and `URL`. In Python it gives its
result as `got`; where its first word is `async`, it awaits. In Node it is the body of an async function.
"""

# What a child does that connects by itself.
CHILDREN = {
    "curl": "curl -s -m 5 URL",
    "bash": "exec 3<>/dev/tcp/127.0.0.1/PORT; echo x >&3; cat <&3",
    "bash-udp": "echo x >/dev/udp/127.0.0.1/PORT",
    "python": "python3 -ISc 'import socket; s = socket.create_connection((\"127.0.0.1\", PORT)); print(s.recv(99))'",
    "node": "node -e 'require(\"net\").connect(PORT, \"127.0.0.1\").on(\"data\", data => console.log(String(data)))'",
    "perl": "perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(\"127.0.0.1:PORT\")->getline'",
    "curl-unix": "curl -s -m 5 --unix-socket PATH http://it/",
    "perl-unix": "perl -MIO::Socket::UNIX -e 'print IO::Socket::UNIX->new(Peer => \"PATH\")->getline'",
    "left-behind": "(setsid sh -c 'sleep .5; curl -s -m 5 URL' >/dev/null 2>&1 &)",
}
# What no recording tells for sure: the child of a child ends with the bot, before or behind what it does.
BEYOND = {"child: left-behind"}
SENT = "s.send(b'x'); got = s.recv(99)"
# C, and an address as C has it. A resolver that asks the listener in place of the system's.
C = ("import ctypes, struct; c = ctypes.CDLL(None); "
     "n = struct.pack('<H', 2) + struct.pack('>H', PORT) + bytes([127, 0, 0, 1]) + bytes(8); ")
RESOLVER = C + ("r = ctypes.CDLL('libresolv.so.2'); r.__res_init(); f = r.__res_state; f.restype = ctypes.c_void_p; "
                "s = f(); ctypes.memmove(s + 16, struct.pack('<i', 1), 4); ctypes.memmove(s + 20, n, 16); ")
FUTURES = ("import concurrent.futures, socket\nwith concurrent.futures.{}(1) as pool:\n"
           "    got = pool.submit({}).result()\n")

PYTHON = [
    ("socket.create_connection", "", f"s = socket.create_connection(('127.0.0.1', PORT)); {SENT}"),
    ("socket.connect", "", f"s = socket.socket(); s.connect(('127.0.0.1', PORT)); {SENT}"),
    ("socket.connect, no answer read", "", "s = socket.socket(); s.connect(('127.0.0.1', PORT)); s.close(); got = 1"),
    ("socket.connect_ex", "", f"s = socket.socket(); s.connect_ex(('127.0.0.1', PORT)); {SENT}"),
    ("_socket.socket", "", f"import _socket; s = _socket.socket(2, 1, 0); s.connect(('127.0.0.1', PORT)); {SENT}"),
    ("connect and select", "",
     "import select; s = socket.socket(); s.setblocking(False); s.connect_ex(('127.0.0.1', PORT)); got = "
     "select.select([], [s], [], 5)[1] == [s]"),
    ("socket.makefile", "", "s = socket.create_connection(('127.0.0.1', PORT)); got = s.makefile('rb').readline()"),
    ("socket.sendfile", "",
     "s = socket.create_connection(('127.0.0.1', PORT)); s.sendfile(open('bot.py', 'rb')); got = s.recv(99)"),
    ("sendto", "", "s = socket.socket(2, 2); got = s.sendto(b'x', ('127.0.0.1', PORT))"),
    ("sendmsg", "", "s = socket.socket(2, 2); got = s.sendmsg([b'x'], [], 0, ('127.0.0.1', PORT))"),
    ("connect and send of UDP", "", f"s = socket.socket(2, 2); s.connect(('127.0.0.1', PORT)); {SENT}"),
    ("Unix socket", "", f"s = socket.socket(socket.AF_UNIX); s.connect(PATH); {SENT}"),
    ("Unix socket of datagrams", "", "s = socket.socket(socket.AF_UNIX, 2); got = s.sendto(b'x', DATAGRAMS)"),
    ("http.client", "",
     "import http.client as h; c = h.HTTPConnection('127.0.0.1', PORT); c.request('GET', '/'); got = "
     "c.getresponse().read()"),
    ("urllib", "", "import urllib.request; got = urllib.request.urlopen(URL).read()"),
    ("requests", "requests", "import requests; got = requests.get(URL).text"),
    ("httpx", "httpx", "import httpx; got = httpx.get(URL).text"),
    ("aiohttp", "aiohttp",
     "async import aiohttp\nasync with aiohttp.ClientSession() as c, c.get(URL) as r:\n    got = await r.text()"),
    ("websockets", "websockets",
     "async import websockets\nasync with websockets.connect(f'ws://127.0.0.1:{PORT}') as c:\n    got = await "
     "c.recv()"),
    ("asyncio.open_connection", "",
     "async r, w = await asyncio.open_connection('127.0.0.1', PORT)\nw.write(b'x')\ngot = await r.read()"),
    ("asyncio.open_unix_connection", "",
     "async r, w = await asyncio.open_unix_connection(PATH)\nw.write(b'x')\ngot = await r.read()"),
    ("asyncio.create_datagram_endpoint", "",
     "async t, _ = await asyncio.get_running_loop().create_datagram_endpoint(asyncio.DatagramProtocol, "
     "remote_addr=('127.0.0.1', PORT))\nt.sendto(b'x')\ngot = 1"),
    ("loop.sock_connect", "",
     "async s = socket.socket()\ns.setblocking(False)\nawait asyncio.get_running_loop().sock_connect(s, "
     "('127.0.0.1', PORT))\ngot = 1"),
    ("ssl", "",
     "import ssl; got = ssl.create_default_context().wrap_socket(socket.create_connection(('127.0.0.1', PORT)), "
     "server_hostname='it')"),
    ("smtplib", "", "import smtplib; got = smtplib.SMTP('127.0.0.1', PORT, timeout=5)"),
    ("ftplib", "", "import ftplib; f = ftplib.FTP(); got = f.connect('127.0.0.1', PORT, timeout=5)"),
    ("imaplib", "", "import imaplib; got = imaplib.IMAP4('127.0.0.1', PORT, timeout=5)"),
    ("poplib", "", "import poplib; got = poplib.POP3('127.0.0.1', PORT, timeout=5)"),
    ("xmlrpc.client", "", "import xmlrpc.client; got = xmlrpc.client.ServerProxy(URL).add(1, 2)"),
    ("multiprocessing.connection", "",
     "from multiprocessing.connection import Client; got = Client(('127.0.0.1', PORT))"),
    ("logging.handlers.SocketHandler", "",
     "import logging.handlers as h; h.SocketHandler('127.0.0.1', PORT).send(b'x'); got = 1"),
    ("logging.handlers.DatagramHandler", "",
     "import logging.handlers as h; h.DatagramHandler('127.0.0.1', PORT).send(b'x'); got = 1"),
    ("logging.handlers.SysLogHandler", "",
     "import logging, logging.handlers as h; h.SysLogHandler(DATAGRAMS).handle(logging.makeLogRecord({})); got = 1"),
    ("getaddrinfo", "", RESOLVER + "got = socket.getaddrinfo('it.example', 80)"),
    ("gethostbyname", "", RESOLVER + "got = socket.gethostbyname('it.example')"),
    ("getnameinfo", "", RESOLVER + "got = socket.getnameinfo(('192.0.2.7', 80), 0)"),
    ("res_query of C", "",
     RESOLVER + "b = ctypes.create_string_buffer(512); got = c.res_query(b'it.example', 1, 1, b, 512)"),
    ("ctypes connect", "",
     C + "f = c.socket(2, 1, 0); c.connect(f, n, 16); c.send(f, b'x', 1, 0); b = ctypes.create_string_buffer(99); "
     "c.recv(f, b, 99, 0); got = b.value"),
    ("ctypes sendto", "", C + "f = c.socket(2, 2, 0); got = c.sendto(f, b'x', 1, 0, n, 16)"),
    ("ctypes syscall", "", C + "f = c.syscall(41, 2, 1, 0); got = c.syscall(42, f, n, 16)"),
    ("ctypes Unix socket", "",
     C + "f = c.socket(1, 1, 0); a = struct.pack('<H', 1) + PATH.encode() + b'\\0'; got = c.connect(f, a, len(a))"),
    ("interpreter of its own", "",
     'import _xxsubinterpreters as i; got = i.run_string(i.create(), f"import socket; '
     'socket.create_connection((\'127.0.0.1\', {PORT}))")'),
    ("thread", "",
     "import threading; t = threading.Thread(target=lambda: socket.create_connection(('127.0.0.1', PORT))); "
     "t.start(); t.join(); got = 1"),
    ("ThreadPoolExecutor", "",
     FUTURES.format("ThreadPoolExecutor", "lambda: socket.create_connection(('127.0.0.1', PORT)).recv(99)")),
    ("ProcessPoolExecutor", "", FUTURES.format("ProcessPoolExecutor", "socket.create_connection, ('127.0.0.1', PORT)")),
    ("multiprocessing.Process", "",
     "import multiprocessing as m; p = m.get_context('fork').Process(target=socket.create_connection, "
     "args=(('127.0.0.1', PORT),)); p.start(); p.join(); got = p.exitcode"),
    ("os.fork", "",
     "p = os.fork()\nif not p:\n    try:\n        socket.create_connection(('127.0.0.1', PORT))\n    "
     "finally:\n        os._exit(0)\ngot = os.waitpid(p, 0)[1]"),
    ("os.fork and os.execv", "",
     "p = os.fork()\nif not p:\n    os.execvp('curl', ['curl', '-s', '-m', '5', URL])\ngot = os.waitpid(p, 0)[1]"),
    ("os.execvp", "", "os.execvp('curl', ['curl', '-s', '-m', '5', URL])"),
    ("os.posix_spawnp", "",
     "got = os.waitpid(os.posix_spawnp('curl', ['curl', '-s', '-m', '5', URL], os.environ), 0)[1]"),
    ("os.spawnvp", "", "got = os.spawnvp(os.P_WAIT, 'curl', ['curl', '-s', '-m', '5', URL])"),
    ("os.system", "", "got = os.system(CHILD)"),
    ("os.popen", "", "got = os.popen(CHILD).read()"),
    ("pty.spawn", "", "import pty; got = pty.spawn(['curl', '-s', '-m', '5', URL])"),
    ("subprocess.run", "", "got = subprocess.run(['curl', '-s', '-m', '5', URL], capture_output=True).stdout"),
    ("subprocess.Popen", "", "got = subprocess.Popen(['curl', '-s', '-m', '5', URL], stdout=-1).communicate()[0]"),
    ("subprocess.Popen, left behind", "", "got = 1; subprocess.Popen(['curl', '-s', '-m', '5', URL], stdout=-3)"),
    ("subprocess.check_output", "", "got = subprocess.check_output(CHILD, shell=True)"),
    ("asyncio.create_subprocess_exec", "",
     "async p = await asyncio.create_subprocess_exec('curl', '-s', '-m', '5', URL, stdout=-1)\ngot = (await "
     "p.communicate())[0]"),
    ("at the end", "",
     "import atexit; atexit.register(lambda: socket.create_connection(('127.0.0.1', PORT))); got = 1"),
] + [(f"child: {name}", "", f"got = subprocess.run(['bash', '-c', {text!r}.replace('PORT', str(PORT))"
      ".replace('URL', URL)"
      ".replace('PATH', PATH)], capture_output=True).stdout") for name, text in CHILDREN.items()]

READ = ("return new Promise((done, fail) => s.on('data', data => done(String(data))).on('error', fail)"
        ".on('close', () => done('closed')))")
RUN = "return new Promise(done => p.on('exit', code => done(code)))"
NODE = [
    ("net.connect", f"const s = net.connect(PORT, '127.0.0.1'); s.write('x'); {READ}"),
    ("net.connect, no answer read",
     "return new Promise(done => net.connect(PORT, '127.0.0.1', function () { this.destroy(); done(1) }))"),
    ("new net.Socket", f"const s = new net.Socket(); s.connect(PORT, '127.0.0.1'); s.write('x'); {READ}"),
    ("net.connect of a Unix socket", f"const s = net.connect(PATH); s.write('x'); {READ}"),
    ("tls.connect", f"const s = require('tls').connect(PORT, '127.0.0.1'); {READ}"),
    ("http.get",
     "return new Promise((done, fail) => require('http').get(URL, answer => answer.on('data', data => "
     "done(String(data)))).on('error', fail))"),
    ("http.get over a Unix socket",
     "return new Promise((done, fail) => require('http').get({ socketPath: PATH }, answer => answer.on('data', data "
     "=> done(String(data)))).on('error', fail))"),
    ("https.get",
     "return new Promise((done, fail) => require('https').get(URL.replace('http', 'https'), done).on('error', fail))"),
    ("http2.connect",
     f"const s = require('http2').connect(URL); s.request({{ ':path': '/' }}).on('error', () => {{}}); {READ}"),
    ("fetch", "return (await fetch(URL)).text()"),
    ("createConnection of an agent",
     f"const s = new (require('http').Agent)().createConnection({{ port: PORT, host: '127.0.0.1' }}); "
     f"s.write('x'); {READ}"),
    ("dgram.send",
     "const s = require('dgram').createSocket('udp4'); return new Promise(done => s.send('x', PORT, '127.0.0.1', "
     "error => { s.close(); done(String(error)) }))"),
    ("dgram.connect",
     "const s = require('dgram').createSocket('udp4'); return new Promise(done => s.connect(PORT, '127.0.0.1', () => "
     "s.send('x', error => { s.close(); done(String(error)) })))"),
    ("dns.Resolver",
     "const r = new (require('dns').Resolver)(); r.setServers([`127.0.0.1:${PORT}`]); return new Promise(done => "
     "r.resolve4('it.example', (...told) => done(JSON.stringify(told))))"),
    ("dns.setServers",
     "const d = require('dns'); d.setServers([`127.0.0.1:${PORT}`]); return new Promise(done => "
     "d.resolve('it.example', (...told) => done(JSON.stringify(told))))"),
    ("dns.promises.Resolver",
     "const r = new (require('dns').promises.Resolver)(); r.setServers([`127.0.0.1:${PORT}`]); return "
     "r.resolve4('it.example')"),
    ("process.binding tcp_wrap",
     "const { TCP, TCPConnectWrap, constants } = process.binding('tcp_wrap'); const q = new TCPConnectWrap(); return "
     "new Promise(done => { q.oncomplete = status => done(status); new TCP(constants.SOCKET).connect(q, '127.0.0.1', "
     "PORT) })"),
    ("process.binding pipe_wrap",
     "const { Pipe, PipeConnectWrap, constants } = process.binding('pipe_wrap'); const q = new PipeConnectWrap(); "
     "return new Promise(done => { q.oncomplete = status => done(status); new Pipe(constants.SOCKET).connect(q, "
     "PATH) })"),
    ("worker: net",
     "const w = new (require('worker_threads').Worker)(`require('net').connect(${PORT}, '127.0.0.1').on('error', () "
     "=> {})`, { eval: true }); return new Promise(done => w.on('exit', done).on('error', done))"),
    ("worker: fetch",
     "const w = new (require('worker_threads').Worker)(`fetch('${URL}').catch(() => {})`, { eval: true }); return "
     "new Promise(done => w.on('exit', done).on('error', done))"),
    ("child_process.exec", "return new Promise(done => child.exec(CHILD, (...told) => done(told[1])))"),
    ("child_process.execFile",
     "return new Promise(done => child.execFile('curl', ['-s', '-m', '5', URL], (...told) => done(told[1])))"),
    ("child_process.spawn", f"const p = child.spawn('curl', ['-s', '-m', '5', URL]); {RUN}"),
    ("child_process.spawn, left behind",
     "child.spawn('curl', ['-s', '-m', '5', URL], { detached: true, stdio: 'ignore' }).unref(); return 1"),
    ("child_process.fork", f"const p = child.fork('connects.cjs', [String(PORT)]); {RUN}"),
    ("child_process.execSync", "return String(child.execSync(CHILD))"),
    ("child_process.execFileSync", "return String(child.execFileSync('curl', ['-s', '-m', '5', URL]))"),
    ("child_process.spawnSync", "return String(child.spawnSync('curl', ['-s', '-m', '5', URL]).stdout)"),
    ("process.binding spawn_sync",
     "return String(process.binding('spawn_sync').spawn({ file: 'curl', args: ['curl', '-s', '-m', '5', URL], "
     "envPairs: [`PATH=${process.env.PATH}`], stdio: [{ type: 'pipe', readable: true, writable: false }, { type: "
     "'pipe', readable: false, writable: true }] }).output?.[1])"),
    ("cluster.fork",
     "const c = require('cluster'); c.setupPrimary({ exec: 'connects.cjs', args: [String(PORT)] }); "
     "const p = c.fork(); "
     + RUN),
    ("at the end", "process.on('exit', () => child.execFileSync('curl', ['-s', '-m', '5', URL])); return 1"),
] + [(f"child: {name}", f"return String(child.execFileSync('bash', ['-c', {text!r}.replaceAll('PORT', PORT)"
      ".replaceAll('URL', URL)"
      ".replaceAll('PATH', PATH)]))") for name, text in CHILDREN.items()]


def python_bot(code, door):
    """Returns the bot that goes a way of Python."""
    is_async = code.startswith("async ")
    body = "\n".join("    " + line for line in code.removeprefix("async ").split("\n"))
    return f'''import asyncio
import os
import socket
import subprocess

import voicetest_app as voice

PORT, PATH, DATAGRAMS, URL = {door.port}, {door.path!r}, {door.datagram_path!r}, "http://127.0.0.1:{door.port}/"
CHILD = f"curl -s -m 5 {{URL}}"
voice.declare(name="bot", kinds={{"got": {{"role": "decision", "fields": {{"result": "text"}}}}}})


{"async " * is_async}def act():
{body}
    return got


async def main():
    await voice.say("Hello")
    try:
        result = {"await " * is_async}act()
    except Exception as error:
        result = f"failed: {{type(error).__name__}}"
    voice.emit("got", result=str(result)[:60])
    await voice.say("Bye")


asyncio.run(main())
'''


def node_bot(code, door):
    """Returns the bot that goes a way of Node."""
    return f'''import child from 'node:child_process'
import net from 'node:net'
import {{ createRequire }} from 'node:module'
import * as voice from './voicetest-app.mjs'

const require = createRequire(import.meta.url)
const [PORT, PATH, URL] = [{door.port}, '{door.path}', 'http://127.0.0.1:{door.port}/']
const CHILD = `curl -s -m 5 ${{URL}}`
async function act() {{
    {code}
}}
voice.declare({{ name: 'bot', kinds: {{ got: {{ role: 'decision', fields: {{ result: 'text' }} }} }} }})
await voice.say('Hello')
let result
try {{
    result = await act()
}} catch (error) {{
    result = `failed: ${{error.code ?? error.name}}`
}}
voice.emit('got', {{ result: String(result).slice(0, 60) }})
await voice.say('Bye')
'''


# A program of Node that is forked.
CONNECTS = ("require('net').connect(Number(process.argv[2]), '127.0.0.1').on('error', () => process.exit(1))"
            ".on('data', () => process.exit())\n")

# In place of the client, where a way is gone without voicetest.
PLAIN = {"Python": "async def say(text):\n    pass\n\n\ndef declare(**given):\n    pass\n\n\n"
         "def emit(kind, **given):\n    pass\n",
         "Node": "export const say = async () => {}, declare = () => {}, emit = () => {}\n"}
