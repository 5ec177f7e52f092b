//! Every shared vector: the same answers as the command line.

use crate::golden::{self, path, same};
use rowlens::{from_hex, Cells, Kind, PartCells, Value};
use std::collections::{BTreeMap, HashMap};
use std::env;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// A cargo example that was built with these tests.
pub fn example(name: &str) -> Command {
    let folder = env::current_exe().unwrap().ancestors().nth(2).unwrap().join("examples");
    Command::new(folder.join(name))
}

/// The requests of all vectors, a line each, and what the command answers.
#[derive(Clone)]
struct Asked {
    requests: PathBuf,
    answers: String,
}

static ASKED: Mutex<Option<Asked>> = Mutex::new(None);

fn asked() -> Asked {
    ASKED.lock().unwrap().get_or_insert_with(ask).clone()
}

fn ask() -> Asked {
    let mut vectors: Vec<_> = fs::read_dir(path("golden/vectors")).unwrap().map(|entry| entry.unwrap().path()).collect();
    vectors.sort();
    let (folder, scratch) = (PathBuf::from(env!("CARGO_TARGET_TMPDIR")), golden::scratch("requests"));
    let (whole, requests) = (scratch.join("requests.jsonl"), folder.join("requests.jsonl"));
    let mut expand = Command::new("go");
    expand.args(["run", "./cshared/test/expand"]).args(vectors.iter().map(|p| fs::canonicalize(p).unwrap()));
    fs::write(&whole, output(expand.current_dir(path("")))).unwrap();
    fs::rename(whole, &requests).unwrap(); // another run may be reading it
    fs::remove_dir(scratch).unwrap();
    let command = env::var_os("ROWLENS_COMMAND").map_or_else(|| path("bin/rowlens"), PathBuf::from);
    let answers = output(Command::new(command).arg("batch").stdin(File::open(&requests).unwrap()));
    Asked { requests, answers }
}

fn output(command: &mut Command) -> String {
    let run = command.stderr(Stdio::inherit()).output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(run.status.success(), "{command:?}: {}", run.status);
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn the_testee_answers_as_the_command() {
    let asked = asked();
    let ours = output(example("testee").stdin(File::open(asked.requests).unwrap()));
    let different: Vec<_> = ours.lines().zip(asked.answers.lines()).filter(|(a, b)| a != b).take(3).collect();
    assert_eq!(different, []);
    assert_eq!(ours.lines().count(), asked.answers.lines().count());
    assert!(ours.lines().count() > 27_000);
}

/// A request that needs nothing else but flags, and its answer.
struct Case {
    request: Value,
    answer: Value,
    kind: Kind<'static>,
}

impl Case {
    fn new(request: Value, answer: Value) -> Option<Case> {
        let text = |name| request.get(name).and_then(Value::as_str);
        let mut kind = Kind::new(text("format")?, text("record")?);
        for (name, value) in request.get("given").and_then(Value::as_map).unwrap_or(&[]) {
            kind = match (name.as_str(), value.as_bool()) {
                (_, Some(false)) => kind,
                ("lenient", _) => kind.lenient(),
                ("prefix", _) => kind.prefix(),
                ("unlimited", _) => kind.unlimited(),
                _ => return None,
            };
        }
        let plain = !matches!(text("op")?, "derive" | "define") && answer.get("unsupported").is_none();
        plain.then_some(Case { request, answer, kind })
    }

    fn is(&self, op: &str) -> bool {
        self.request.get("op").and_then(Value::as_str) == Some(op)
    }

    fn id(&self) -> &str {
        self.request.get("id").unwrap().as_str().unwrap().rsplit_once('/').unwrap().0
    }

    /// The parts of a request or an answer, read from hex; each item of a list counts as a part.
    fn bytes(of: &Value) -> Option<Vec<(&str, Vec<u8>)>> {
        let mut parts = Vec::new();
        for (name, value) in of.get("bytes")?.as_map()? {
            for one in value.as_list().unwrap_or_else(|| std::slice::from_ref(value)) {
                parts.push((name.as_str(), from_hex(one.as_str()?)?));
            }
        }
        Some(parts)
    }
}

fn cases() -> Vec<Case> {
    let asked = asked();
    let requests = fs::read_to_string(asked.requests).unwrap();
    let read = |line| Value::from_json(line).unwrap();
    let pairs = requests.lines().zip(asked.answers.lines());
    pairs.filter_map(|(request, answer)| Case::new(read(request), read(answer))).collect()
}

fn borrowed<'a>(parts: &'a [(&'a str, Vec<u8>)]) -> Vec<rowlens::Part<'a>> {
    parts.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect()
}

#[test]
fn decoded_fields_are_those_of_the_command() {
    let (cases, mut fields, mut errors) = (cases(), 0, 0);
    for case in cases.iter().filter(|case| case.is("decode")) {
        let parts = Case::bytes(&case.request).unwrap();
        match (case.kind.decode(&borrowed(&parts)), case.answer.get("fields")) {
            (Ok(ours), Some(theirs)) => {
                assert!(same(&ours.fields, theirs), "{}\n{}\n{}", case.request.to_json(), ours.fields.to_json(), theirs.to_json());
                fields += 1;
            }
            (Err(e), None) => {
                let offset = case.answer.get("offset").and_then(Value::as_u64);
                assert_eq!(e.offset.map(u64::from), offset, "{}", case.request.to_json());
                // The pipe uses the names of a format's own specification; the library uses those of its header.
                let code = case.answer.get("code").unwrap().as_str().unwrap();
                if rowlens::sys::RL_CODES.iter().any(|(_, name, _)| *name == code) {
                    assert_eq!(e.code, code, "{}", case.request.to_json());
                }
                errors += 1;
            }
            (ours, theirs) => panic!("{}\n{ours:?}\n{theirs:?}", case.request.to_json()),
        }
    }
    assert!(fields > 4_000 && errors > 700, "{fields} and {errors}");
}

#[test]
fn written_parts_are_those_of_the_command() {
    let cases = cases();
    let decoded: HashMap<&str, &Case> = cases.iter().filter(|case| case.is("decode")).map(|case| (case.id(), case)).collect();
    let (mut given, mut again) = (0, 0);
    for case in cases.iter().filter(|case| case.is("encode")) {
        let theirs = Case::bytes(&case.answer);
        let ours = case.kind.encode(case.request.get("fields").unwrap());
        let ours = ours.as_ref().map(|parts| parts.iter().map(|(name, bytes)| (name, bytes.to_vec())).collect::<Vec<_>>());
        assert_eq!(ours.as_ref().ok(), theirs.as_ref(), "{}", case.request.to_json());
        given += 1;
        let read = decoded.get(case.id()).and_then(|d| d.kind.decode(&borrowed(&Case::bytes(&d.request)?)).ok());
        if let (Some(record), Some(theirs)) = (read, theirs) {
            let parts = case.kind.encode(&record.fields).unwrap();
            assert_eq!(parts.iter().collect::<Vec<_>>(), borrowed(&theirs), "{}", case.request.to_json());
            again += 1;
        }
    }
    assert!(given > 3_000 && again > 3_000, "{given} and {again}");
}

#[test]
fn batches_answer_as_single_calls() {
    let cases = cases();
    let mut groups: BTreeMap<String, Vec<&Case>> = BTreeMap::new();
    for case in cases.iter().filter(|case| case.is("decode")) {
        let names: Vec<_> = case.request.get("bytes").unwrap().as_map().unwrap().iter().map(|(name, value)| (name, value.as_str().is_some())).collect();
        groups.entry(format!("{:?} {names:?}", case.kind)).or_default().push(case);
    }
    let mut rows = 0;
    for group in groups.values() {
        let parts: Vec<_> = group.iter().map(|case| Case::bytes(&case.request).unwrap()).collect();
        if parts.iter().any(|p| p.len() != parts[0].len()) {
            continue; // a part that is a list of several cannot be a column
        }
        let cells: Vec<Cells> = (0..parts[0].len()).map(|at| Cells::of(parts.iter().map(|p| &p[at].1)).unwrap()).collect();
        let named: Vec<PartCells> = cells.iter().zip(&parts[0]).map(|(cells, (name, _))| (*name, cells)).collect();
        let batch = match group[0].kind.decode_batch(&named) {
            Ok(batch) => batch,
            Err(e) => {
                assert_eq!(group[0].kind.decode(&borrowed(&parts[0])).unwrap_err().code, e.code);
                continue;
            }
        };
        for (at, (case, found)) in group.iter().zip(batch.iter()).enumerate() {
            let alone = case.kind.decode(&borrowed(&parts[at])).map(Some);
            let failed = |e: rowlens::Error| (e.number, e.offset, e.part, e.path, e.message);
            // As text, because NaN is not equal to itself.
            let [found, alone] = [found, alone].map(|one| format!("{:?}", one.map_err(failed)));
            assert_eq!(found, alone, "{}", case.request.to_json());
        }
        rows += group.len();
    }
    assert!(rows > 4_000, "{rows}");
}
