//! A voice app in Rust under test: a client of voicetest's protocol for programs, and a small app below it. It needs
//! nothing but the standard library:
//!
//!     rustc --edition 2021 -O pizza.rs
//!     voicetest validate --program-command ./pizza
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe, Location};
use std::process::exit;

// ---- JSON: what lines are made of.

#[derive(Clone, Debug, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

struct Reader<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl Json {
    /// The value that a line spells; None where it spells none.
    fn read(line: &str) -> Option<Json> {
        let mut reader = Reader { bytes: line.as_bytes(), place: 0 };
        let value = reader.value(0)?;
        reader.blank();
        (reader.place == reader.bytes.len()).then_some(value)
    }

    fn get(&self, key: &str) -> Option<&Json> {
        let Json::Object(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    fn text(&self, key: &str) -> &str {
        if let Some(Json::Text(text)) = self.get(key) {
            text
        } else {
            ""
        }
    }

    fn whole(&self, key: &str) -> Option<i64> {
        if let Some(Json::Number(number)) = self.get(key) {
            Some(*number as i64)
        } else {
            None
        }
    }

    fn flag(&self, key: &str, usual: bool) -> bool {
        if let Some(Json::Bool(flag)) = self.get(key) {
            *flag
        } else {
            usual
        }
    }

    fn write(&self, line: &mut String) {
        match self {
            Json::Null => line.push_str("null"),
            Json::Bool(flag) => line.push_str(if *flag { "true" } else { "false" }),
            Json::Number(number) => line.push_str(&number.to_string()),
            Json::Text(text) => {
                line.push('"');
                for letter in text.chars() {
                    match letter {
                        '"' | '\\' => line.extend(['\\', letter]),
                        '\0'..='\u{1f}' => line.push_str(&format!("\\u{:04x}", letter as u32)),
                        _ => line.push(letter),
                    }
                }
                line.push('"');
            }
            Json::List(values) => {
                line.push('[');
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        line.push(',')
                    }
                    value.write(line);
                }
                line.push(']');
            }
            Json::Object(members) => {
                line.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        line.push(',')
                    }
                    Json::Text(name.clone()).write(line);
                    line.push(':');
                    value.write(line);
                }
                line.push('}');
            }
        }
    }
}

impl Reader<'_> {
    fn blank(&mut self) {
        while self.bytes.get(self.place).is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.place += 1
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        self.blank();
        let is_next = self.bytes.get(self.place) == Some(&byte);
        self.place += is_next as usize;
        is_next
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        self.bytes[self.place..].starts_with(word.as_bytes()).then(|| self.place += word.len()).map(|_| value)
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.blank();
        match self.bytes.get(self.place)? {
            _ if depth > 100 => None,
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'"' => self.text().map(Json::Text),
            b'[' => {
                self.place += 1;
                let mut values = vec![];
                while !self.take(b']') {
                    if !values.is_empty() && !self.take(b',') {
                        return None;
                    }
                    values.push(self.value(depth + 1)?);
                }
                Some(Json::List(values))
            }
            b'{' => {
                self.place += 1;
                let mut members = vec![];
                while !self.take(b'}') {
                    if !members.is_empty() && !self.take(b',') {
                        return None;
                    }
                    self.blank();
                    let name = self.text()?;
                    if !self.take(b':') {
                        return None;
                    }
                    members.push((name, self.value(depth + 1)?));
                }
                Some(Json::Object(members))
            }
            _ => {
                let start = self.place;
                while self.bytes.get(self.place).is_some_and(|byte| b"+-.eE0123456789".contains(byte)) {
                    self.place += 1
                }
                std::str::from_utf8(&self.bytes[start..self.place]).ok()?.parse().ok().map(Json::Number)
            }
        }
    }

    fn text(&mut self) -> Option<String> {
        if !self.take(b'"') {
            return None;
        }
        let mut text: Vec<u8> = vec![];
        let mut high = 0;
        loop {
            let byte = *self.bytes.get(self.place)?;
            self.place += 1;
            match byte {
                b'"' => return String::from_utf8(text).ok(),
                b'\\' => {
                    let escape = *self.bytes.get(self.place)?;
                    self.place += 1;
                    let letter = match escape {
                        b'b' => '\u{8}',
                        b'f' => '\u{c}',
                        b'n' => '\n',
                        b'r' => '\r',
                        b't' => '\t',
                        b'u' => {
                            let digits = self.bytes.get(self.place..self.place + 4)?;
                            self.place += 4;
                            let unit = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
                            if (0xd800..0xdc00).contains(&unit) {
                                high = unit;
                                continue;
                            }
                            let pair = 0x10000 + ((high & 0x3ff) << 10) + (unit & 0x3ff);
                            let is_pair = high > 0 && (0xdc00..0xe000).contains(&unit);
                            high = 0;
                            char::from_u32(if is_pair { pair } else { unit }).unwrap_or('\u{fffd}')
                        }
                        other => other as char,
                    };
                    text.extend(letter.encode_utf8(&mut [0; 4]).bytes());
                }
                _ => text.push(byte),
            }
        }
    }
}

// ---- The client: virtual time, acts, calls.

/// What happens to an app.
enum Event {
    SpeechStart,
    PlayEnded(i64),
    Words {
        id: i64,
        text: String,
        is_final: bool,
    },
    /// A part of an answer; `error` where the call failed.
    Answer {
        id: i64,
        body: String,
        error: Option<String>,
        is_last: bool,
    },
    /// A timer that the app set.
    Due(i64),
    /// Of a kind that this client leaves to the app: `speechEnd`, `field`, `audio`.
    Other(#[allow(dead_code)] Json),
}

trait App {
    fn begin(&mut self, voice: &mut Voice);
    fn take(&mut self, event: Event, voice: &mut Voice);
}

type Work = Box<dyn Fn() -> Result<String, String>>;

/// What an app has of its world.
struct Voice {
    rate: i64,
    frame: i64,
    settings: BTreeMap<String, i64>,
    acts: Vec<String>,
    /// By frame and order of setting.
    timers: BTreeMap<(i64, i64), ()>,
    number: i64,
    calls: HashMap<i64, Work>,
}

fn object(members: &[(&str, Json)]) -> Json {
    Json::Object(members.iter().map(|(name, value)| (name.to_string(), value.clone())).collect())
}

fn text(text: &str) -> Json {
    Json::Text(text.to_string())
}

impl Voice {
    fn act(&mut self, kind: &str, members: &[(&str, Json)], place: Option<&Location>) {
        let mut all = vec![("kind", text(kind))];
        all.extend_from_slice(members);
        if let Some(place) = place {
            let file = place.file().rsplit('/').next().unwrap_or("");
            all.push(("line", text(&format!("{file}:{} app", place.line()))));
        }
        let mut line = String::new();
        object(&all).write(&mut line);
        self.acts.push(line);
    }

    fn next_number(&mut self) -> i64 {
        self.number += 1;
        self.number
    }

    #[track_caller]
    fn say(&mut self, words: &str) -> i64 {
        let id = self.next_number();
        self.act(
            "play",
            &[("id", Json::Number(id as f64)), ("text", text(words)), ("last", Json::Bool(true))],
            Some(Location::caller()),
        );
        id
    }

    #[track_caller]
    fn listen(&mut self, phrases: &[&str]) -> i64 {
        let id = self.next_number();
        let task = object(&[("phrases", Json::List(phrases.iter().map(|one| text(one)).collect()))]);
        self.act("listen", &[("id", Json::Number(id as f64)), ("task", task)], Some(Location::caller()));
        id
    }

    #[track_caller]
    fn stop(&mut self, id: i64) {
        self.act("stop", &[("id", Json::Number(id as f64))], Some(Location::caller()));
    }

    #[track_caller]
    fn emit(&mut self, event: &str, fields: &[(&str, Json)]) {
        self.act("emit", &[("event", text(event)), ("fields", object(fields))], Some(Location::caller()));
    }

    /// Asks the world outside. `work` is done for real when a session is recorded, and at no other time.
    #[track_caller]
    fn call(&mut self, to: &str, body: Json, work: Work) -> i64 {
        let id = self.next_number();
        let members = [("id", Json::Number(id as f64)), ("to", text(to)), ("body", body), ("encoding", text("json"))];
        self.act("call", &members, Some(Location::caller()));
        self.calls.insert(id, work);
        id
    }

    fn cancel(&mut self, id: i64) {
        self.act("cancel", &[("id", Json::Number(id as f64))], None);
    }

    /// Sets a timer. A time between two frames is the later one.
    fn wait(&mut self, milliseconds: i64) -> i64 {
        let id = self.next_number();
        self.timers.insert((self.frame + (milliseconds * self.rate + 999) / 1_000, id), ());
        id
    }

    fn forget(&mut self, timer: i64) {
        self.timers.retain(|(_, id), _| *id != timer)
    }

    /// Makes a call for real, while virtual time stands.
    fn make(&mut self, id: i64) {
        let Some(work) = self.calls.remove(&id) else { return };
        let start = std::time::Instant::now();
        let answer = work();
        let after = Json::Number((start.elapsed().as_secs_f64() * self.rate as f64).ceil());
        let id = ("id", Json::Number(id as f64));
        match answer {
            Ok(body) => {
                let chunk = object(&[("after", after), ("body", text(&body)), ("encoding", text("text"))]);
                self.act("made", &[id, ("status", Json::Number(200.0)), ("chunks", Json::List(vec![chunk]))], None);
            }
            Err(why) => self.act("made", &[id, ("error", text(&why)), ("chunks", Json::List(vec![]))], None),
        }
    }

    /// Lets the app run as `go` says, and gives the lines of the turn.
    fn turn(&mut self, app: &mut dyn App, is_first: bool, inputs: &mut std::collections::VecDeque<Json>, until: i64) {
        if is_first {
            app.begin(self)
        }
        loop {
            let input = inputs.front().and_then(|one| one.whole("at"));
            let timer = self.timers.keys().next().map(|(frame, _)| *frame);
            let Some(due) = [input, timer].into_iter().flatten().min() else { break };
            if due > until || (!self.acts.is_empty() && due > self.frame) {
                break;
            }
            self.frame = self.frame.max(due);
            if input.is_some_and(|at| at <= self.frame) {
                while inputs.front().and_then(|one| one.whole("at")).is_some_and(|at| at <= self.frame) {
                    let one = inputs.pop_front().unwrap();
                    match event(one) {
                        Err(make) => self.make(make),
                        Ok(event) => app.take(event, self),
                    }
                }
            } else if let Some(((_, id), _)) = self.timers.pop_first() {
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
fn event(input: Json) -> Result<Event, i64> {
    let id = input.whole("id").unwrap_or(0);
    Ok(match input.text("kind") {
        "make" => return Err(id),
        "speechStart" => Event::SpeechStart,
        "playEnded" => Event::PlayEnded(id),
        "words" => Event::Words { id, text: input.text("text").to_string(), is_final: input.flag("final", true) },
        "answer" => {
            let error = input.get("error").map(|_| input.text("error").to_string());
            Event::Answer { id, body: input.text("body").to_string(), error, is_last: input.flag("last", true) }
        }
        _ => Event::Other(input),
    })
}

fn refuse(why: &str) -> ! {
    eprintln!("{why}");
    exit(65)
}

/// Runs `app` as voicetest tells it. `settings` are its own, and get the values that the run asks for.
fn run(
    name: &str,
    kinds: Json,
    settings: &[(&str, i64)],
    make: impl Fn(&BTreeMap<String, i64>) -> Box<dyn App>,
) -> ! {
    let mut lines = std::io::stdin().lock().lines();
    let mut read = move || match lines.next() {
        None => exit(0),
        Some(line) => match line.ok().and_then(|line| Json::read(&line)) {
            Some(line) if !line.text("kind").is_empty() => line,
            _ => refuse("voicetest sent a line that cannot be used"),
        },
    };
    let hello = read();
    if hello.whole("protocol") != Some(1) {
        refuse("voicetest speaks another protocol than 1")
    }
    let mut own: BTreeMap<String, i64> = settings.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    for (name, value) in own.iter_mut() {
        if let Some(asked) = hello.get("settings").and_then(|all| all.whole(name)) {
            *value = asked
        }
    }
    let told = own.iter().map(|(name, value)| (name.clone(), Json::Number(*value as f64))).collect();
    let mut voice = Voice {
        rate: hello.whole("sampleRate").unwrap_or(16_000),
        frame: 0,
        settings: own,
        acts: vec![],
        timers: BTreeMap::new(),
        number: 0,
        calls: HashMap::new(),
    };
    voice.act(
        "ready",
        &[
            ("protocol", Json::Number(1.0)),
            ("name", text(name)),
            ("version", text("1")),
            ("hears", text("words")),
            ("kinds", kinds),
            ("settings", Json::Object(told)),
        ],
        None,
    );
    let mut app = make(&voice.settings);
    let write = |voice: &mut Voice| {
        let mut out = std::io::stdout().lock();
        if out.write_all((voice.acts.join("\n") + "\n").as_bytes()).and_then(|_| out.flush()).is_err() {
            exit(0)
        }
        voice.acts.clear();
    };
    write(&mut voice);
    let (mut inputs, mut is_first) = (std::collections::VecDeque::new(), true);
    loop {
        let line = read();
        match line.text("kind") {
            "end" => exit(0),
            "go" => {
                let until = line.whole("until").unwrap_or_else(|| refuse("voicetest sent a go without until"));
                let turn = AssertUnwindSafe(|| voice.turn(&mut *app, is_first, &mut inputs, until));
                if catch_unwind(turn).is_err() {
                    voice.timers.clear();
                    voice.act("failed", &[("reason", text("the app panicked; its standard error says where"))], None);
                }
                is_first = false;
                let next = voice.timers.keys().next().map_or(Json::Null, |(frame, _)| Json::Number(*frame as f64));
                let frame = Json::Number(voice.frame as f64);
                voice.act("idle", &[("t", frame), ("next", next)], None);
                write(&mut voice);
            }
            _ => inputs.push_back(line),
        }
    }
}

// ---- The app: asks for a size, asks a model what was meant, asks again after five seconds of silence.

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
            Event::Words { id, text: words, is_final: true } if id == self.heard => {
                voice.forget(self.timer);
                let work = words.clone();
                self.call = voice.call(
                    "understand",
                    object(&[("text", text(&words))]),
                    Box::new(move || Ok(work.to_uppercase())),
                );
                self.timer = voice.wait(1_000);
            }
            Event::Answer { id, body, error, is_last } if id == self.call => {
                self.answer.push_str(&body);
                if !is_last {
                    return;
                }
                voice.forget(self.timer);
                let size = error.unwrap_or(std::mem::take(&mut self.answer));
                voice.emit("decided", &[("size", text(&size))]);
                voice.act("ended", &[], None);
            }
            Event::Due(id) if id == self.timer && self.call != 0 => {
                voice.cancel(self.call);
                self.call = 0;
                voice.emit("gaveUp", &[]);
                self.ask(voice);
            }
            Event::Due(id) if id == self.timer => {
                voice.stop(self.heard);
                voice.emit("timeout", &[]);
                self.ask(voice);
            }
            _ => {}
        }
    }
}

fn main() {
    let decision = object(&[("role", text("decision"))]);
    let kinds = object(&[("decided", decision.clone()), ("timeout", decision.clone()), ("gaveUp", decision)]);
    run("pizza", kinds, &[("patienceMs", 5_000)], |settings| {
        Box::new(Pizza {
            patience: settings["patienceMs"],
            talk: 0,
            heard: 0,
            call: 0,
            timer: 0,
            answer: String::new(),
        })
    })
}
