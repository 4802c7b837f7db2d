//! A voice app in Rust under test: a client of voicetest's protocol for programs, and a small app below it. It needs
//! nothing but the standard library:
//!
//!     rustc --edition 2021 -O pizza.rs
//!     voicetest validate --program-command ./pizza
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::io::{BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe, Location};
use std::process::exit;

// ---- JSON: lines come in as members by their paths, and go out as text.

/// The members of a line by their paths, such as `settings.patienceMs`; a text begins with a quote.
struct Line {
    bytes: Vec<u8>,
    place: usize,
    members: HashMap<String, String>,
}

impl Line {
    /// None where the text is no object.
    fn read(text: &str) -> Option<Line> {
        let mut line = Line { bytes: text.as_bytes().to_vec(), place: 0, members: HashMap::new() };
        let is_object = line.peek()? == b'{';
        line.value("", 0)?;
        (is_object && line.peek().is_none()).then_some(line)
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.members.get(name)?.strip_prefix('"')
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.members.get(name)?.parse::<f64>().ok().map(|number| number as i64)
    }

    fn is_false(&self, name: &str) -> bool {
        self.members.get(name).is_some_and(|value| value == "false")
    }

    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.place)?.is_ascii_whitespace() {
            self.place += 1
        }
        Some(self.bytes[self.place])
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.place += is_next as usize;
        is_next
    }

    fn value(&mut self, path: &str, depth: usize) -> Option<()> {
        match self.peek()? {
            _ if depth > 100 => return None,
            b'"' => {
                let text = self.quoted()?;
                self.members.insert(path.to_string(), format!("\"{text}"));
            }
            open @ (b'{' | b'[') => {
                self.place += 1;
                let mut is_first = true;
                while !self.take(open + 2) {
                    if !is_first && !self.take(b',') {
                        return None;
                    }
                    is_first = false;
                    let mut inner = format!("{path}.");
                    if open == b'{' {
                        inner += &self.quoted()?;
                        self.take(b':').then_some(())?;
                    }
                    self.value(inner.trim_start_matches('.'), depth + 1)?;
                }
            }
            _ => {
                let start = self.place;
                let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
                while self.bytes.get(self.place).is_some_and(belongs) {
                    self.place += 1
                }
                let word = String::from_utf8(self.bytes[start..self.place].to_vec()).ok()?;
                (["null", "true", "false"].contains(&&*word) || word.parse::<f64>().is_ok()).then_some(())?;
                self.members.insert(path.to_string(), word);
            }
        }
        Some(())
    }

    fn quoted(&mut self) -> Option<String> {
        self.take(b'"').then_some(())?;
        let (mut text, mut units) = (vec![], vec![]);
        loop {
            let byte = *self.bytes.get(self.place)?;
            self.place += 1;
            if byte == b'\\' && self.bytes.get(self.place) == Some(&b'u') {
                let digits = std::str::from_utf8(self.bytes.get(self.place + 1..self.place + 5)?).ok()?;
                units.push(u16::from_str_radix(digits, 16).ok()?);
                self.place += 5;
                continue;
            }
            text.extend(String::from_utf16_lossy(&std::mem::take(&mut units)).bytes());
            match byte {
                b'"' => return String::from_utf8(text).ok(),
                b'\\' => {
                    let escape = *self.bytes.get(self.place)?;
                    self.place += 1;
                    let known = b"b\x08f\x0cn\nr\rt\t".chunks(2).find(|pair| pair[0] == escape);
                    text.push(known.map_or(escape, |pair| pair[1]));
                }
                _ => text.push(byte),
            }
        }
    }
}

/// A text as JSON.
fn json(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\0'..='\u{1f}' => quoted.push_str(&format!("\\u{:04x}", letter as u32)),
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}

// ---- The client: virtual time, acts, calls.

/// What happens to an app. `Due` is a timer that it set; an answer comes in parts, and may be an error.
enum Event {
    SpeechStart,
    PlayEnded(i64),
    Words { id: i64, text: String, is_final: bool },
    Answer { id: i64, body: String, error: Option<String>, is_last: bool },
    Due(i64),
    Other,
}

trait App {
    fn begin(&mut self, voice: &mut Voice);
    fn take(&mut self, event: Event, voice: &mut Voice);
}

type Work = Box<dyn Fn() -> Result<String, String>>;

/// What an app has of its world.
#[derive(Default)]
struct Voice {
    rate: i64,
    frame: i64,
    acts: Vec<String>,
    /// By frame and order of setting.
    timers: BTreeSet<(i64, i64)>,
    number: i64,
    calls: HashMap<i64, Work>,
}

impl Voice {
    /// Says an act with its other members, and the line of the app that it comes from.
    #[track_caller]
    fn act(&mut self, kind: &str, members: &str) {
        let place = Location::caller();
        let file = place.file().rsplit('/').next().unwrap_or("");
        let line = json(&format!("{file}:{} app", place.line()));
        self.acts.push(format!("{{\"kind\":\"{kind}\",\"line\":{line}{members}}}"));
    }

    /// Says a line that has no place in the app.
    fn tell(&mut self, kind: &str, members: &str) {
        self.acts.push(format!("{{\"kind\":\"{kind}\"{members}}}"));
    }

    fn next_number(&mut self) -> i64 {
        self.number += 1;
        self.number
    }

    #[track_caller]
    fn say(&mut self, words: &str) -> i64 {
        let id = self.next_number();
        self.act("play", &format!(",\"id\":{id},\"text\":{},\"last\":true", json(words)));
        id
    }

    #[track_caller]
    fn listen(&mut self, phrases: &[&str]) -> i64 {
        let id = self.next_number();
        let listed: Vec<String> = phrases.iter().map(|one| json(one)).collect();
        self.act("listen", &format!(",\"id\":{id},\"task\":{{\"phrases\":[{}]}}", listed.join(",")));
        id
    }

    #[track_caller]
    fn stop(&mut self, id: i64) {
        self.act("stop", &format!(",\"id\":{id}"));
    }

    /// Says an event with fields that are JSON.
    #[track_caller]
    fn emit(&mut self, event: &str, fields: &str) {
        self.act("emit", &format!(",\"event\":{},\"fields\":{{{fields}}}", json(event)));
    }

    /// Asks the world outside. `work` is done for real when a session is recorded, and at no other time.
    #[track_caller]
    fn call(&mut self, to: &str, body: &str, work: Work) -> i64 {
        let id = self.next_number();
        self.act("call", &format!(",\"id\":{id},\"to\":{},\"body\":{body},\"encoding\":\"json\"", json(to)));
        self.calls.insert(id, work);
        id
    }

    fn cancel(&mut self, id: i64) {
        self.tell("cancel", &format!(",\"id\":{id}"));
    }

    /// Sets a timer. A time between two frames is the later one.
    fn wait(&mut self, milliseconds: i64) -> i64 {
        let id = self.next_number();
        self.timers.insert((self.frame + (milliseconds * self.rate + 999) / 1_000, id));
        id
    }

    fn forget(&mut self, timer: i64) {
        self.timers.retain(|(_, id)| *id != timer)
    }

    /// Makes a call for real, while virtual time stands.
    fn make(&mut self, id: i64) {
        let Some(work) = self.calls.remove(&id) else { return };
        let start = std::time::Instant::now();
        let answer = work();
        let after = (start.elapsed().as_secs_f64() * self.rate as f64).ceil();
        let members = match answer {
            Ok(body) => format!(
                "\"status\":200,\"chunks\":[{{\"after\":{after},\"body\":{},\"encoding\":\"text\"}}]",
                json(&body)
            ),
            Err(why) => format!("\"error\":{},\"chunks\":[]", json(&why)),
        };
        self.tell("made", &format!(",\"id\":{id},{members}"));
    }

    /// Lets the app run through the frame `until`, or through the first frame in which it does something.
    fn turn(&mut self, app: &mut dyn App, is_first: bool, inputs: &mut VecDeque<Line>, until: i64) {
        if is_first {
            app.begin(self)
        }
        loop {
            let input = inputs.front().and_then(|one| one.number("at"));
            let timer = self.timers.first().map(|(frame, _)| *frame);
            let Some(due) = [input, timer].into_iter().flatten().min() else { break };
            if due > until || (!self.acts.is_empty() && due > self.frame) {
                break;
            }
            self.frame = self.frame.max(due);
            if input.is_some_and(|at| at <= self.frame) {
                while inputs.front().and_then(|one| one.number("at")).is_some_and(|at| at <= self.frame) {
                    match event(&inputs.pop_front().unwrap()) {
                        Err(make) => self.make(make),
                        Ok(event) => app.take(event, self),
                    }
                }
            } else if let Some((_, id)) = self.timers.pop_first() {
                app.take(Event::Due(id), self);
            }
        }
        if self.acts.is_empty() {
            self.frame = until
        }
        inputs.clear();
    }
}

/// What an input means; the number of the call that is to be made, for `make`.
fn event(input: &Line) -> Result<Event, i64> {
    let id = input.number("id").unwrap_or(0);
    let text = |name| input.text(name).unwrap_or("").to_string();
    Ok(match input.text("kind").unwrap_or("") {
        "make" => return Err(id),
        "speechStart" => Event::SpeechStart,
        "playEnded" => Event::PlayEnded(id),
        "words" => Event::Words { id, text: text("text"), is_final: !input.is_false("final") },
        "answer" => {
            let error = input.text("error").map(str::to_string);
            Event::Answer { id, body: text("body"), error, is_last: !input.is_false("last") }
        }
        _ => Event::Other,
    })
}

fn refuse(why: &str) -> ! {
    eprintln!("{why}");
    exit(65)
}

/// Runs an app as voicetest tells it; `setting` is the app's own, and gets the value that the run asks for.
fn run(name: &str, kinds: &str, setting: (&str, i64), make: impl Fn(i64) -> Box<dyn App>) -> ! {
    let mut lines = std::io::stdin().lock().lines();
    let mut read = move || match lines.next() {
        None => exit(0),
        Some(line) => match line.ok().and_then(|line| Line::read(&line)) {
            Some(line) if line.text("kind").is_some() => line,
            _ => refuse("voicetest sent a line that cannot be used"),
        },
    };
    let hello = read();
    if hello.number("protocol") != Some(1) {
        refuse("voicetest speaks another protocol than 1")
    }
    let value = hello.number(&format!("settings.{}", setting.0)).unwrap_or(setting.1);
    let mut voice = Voice { rate: hello.number("sampleRate").unwrap_or(16_000), ..Voice::default() };
    let settings = format!("{{{}:{value}}}", json(setting.0));
    let head = format!(",\"protocol\":1,\"name\":{},\"version\":\"1\",\"hears\":\"words\"", json(name));
    voice.tell("ready", &format!("{head},\"kinds\":{kinds},\"settings\":{settings}"));
    let mut app = make(value);
    let write = |voice: &mut Voice| {
        let mut out = std::io::stdout().lock();
        if out.write_all((voice.acts.join("\n") + "\n").as_bytes()).and_then(|_| out.flush()).is_err() {
            exit(0)
        }
        voice.acts.clear();
    };
    write(&mut voice);
    let (mut inputs, mut is_first) = (VecDeque::new(), true);
    loop {
        let line = read();
        match line.text("kind").unwrap_or("") {
            "end" => exit(0),
            "go" => {
                let until = line.number("until").unwrap_or_else(|| refuse("voicetest sent a go without until"));
                let turn = AssertUnwindSafe(|| voice.turn(&mut *app, is_first, &mut inputs, until));
                if catch_unwind(turn).is_err() {
                    voice.timers.clear();
                    voice.tell("failed", ",\"reason\":\"the app panicked; its standard error says where\"");
                }
                is_first = false;
                let next = voice.timers.first().map_or("null".to_string(), |(frame, _)| frame.to_string());
                voice.tell("idle", &format!(",\"t\":{},\"next\":{next}", voice.frame));
                write(&mut voice);
            }
            _ => inputs.push_back(line),
        }
    }
}

// ---- The app: asks for a size, asks a model what was meant, asks again after five seconds of silence.

#[derive(Default)]
struct Pizza {
    patience: i64,
    talk: i64,
    heard: i64,
    call: i64,
    timer: i64,
    answer: String,
}

impl Pizza {
    fn ask(&mut self, voice: &mut Voice) {
        self.talk = voice.say("Which size?")
    }

    fn listen(&mut self, voice: &mut Voice) {
        self.talk = 0;
        self.heard = voice.listen(&["large", "small"]);
        self.timer = voice.wait(self.patience);
    }
}

impl App for Pizza {
    fn begin(&mut self, voice: &mut Voice) {
        self.ask(voice)
    }

    fn take(&mut self, event: Event, voice: &mut Voice) {
        match event {
            Event::PlayEnded(id) if id == self.talk => self.listen(voice),
            Event::SpeechStart if self.talk != 0 => {
                voice.stop(self.talk);
                self.listen(voice);
            }
            Event::Words { id, text, is_final: true } if id == self.heard => {
                voice.forget(self.timer);
                let body = format!("{{\"text\":{}}}", json(&text));
                self.call = voice.call("understand", &body, Box::new(move || Ok(text.to_uppercase())));
                self.timer = voice.wait(1_000);
            }
            Event::Answer { id, body, error, is_last } if id == self.call => {
                self.answer.push_str(&body);
                if !is_last {
                    return;
                }
                voice.forget(self.timer);
                let size = error.unwrap_or(std::mem::take(&mut self.answer));
                voice.emit("decided", &format!("\"size\":{}", json(&size)));
                voice.tell("ended", "");
            }
            Event::Due(id) if id == self.timer && self.call != 0 => {
                voice.cancel(self.call);
                self.call = 0;
                voice.emit("gaveUp", "");
                self.ask(voice);
            }
            Event::Due(id) if id == self.timer => {
                voice.stop(self.heard);
                voice.emit("timeout", "");
                self.ask(voice);
            }
            _ => {}
        }
    }
}

fn main() {
    let role = "{\"role\":\"decision\"}";
    let kinds = format!("{{\"decided\":{role},\"timeout\":{role},\"gaveUp\":{role}}}");
    run("pizza", &kinds, ("patienceMs", 5_000), |patience| Box::new(Pizza { patience, ..Pizza::default() }))
}
