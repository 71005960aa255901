//! QDIMACS, the text format of formulas: <https://www.qbflib.org/qdimacs.html>.
//!
//! The writer takes the clauses in pieces and streams, so that a formula of any
//! size needs one small buffer, and a caller can look around between two pieces.
//! Compressed files carry neither name nor time, so that equal formulas give
//! equal bytes.
//!
//! The reader is one pass over the text. It is tolerant where programs differ
//! (comments anywhere, clauses over several lines, a missing prefix, a wrong count
//! of clauses, which the caller may judge) and strict where a formula would be
//! misread: whatever a line cannot mean is an error with the number of the line.

use crate::formula::{Prefix, Quantifier};
use crate::watch::{Progress, Pulse, Stop, Watch};
use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

// ---- writing ----------------------------------------------------------------

/// A file, plain or compressed.
pub enum Sink {
    Plain(File),
    Gzip(Box<GzEncoder<File>>),
}

impl Sink {
    /// Creates the file, or empties it.
    pub fn create(path: &Path, gzip: bool) -> io::Result<Self> {
        let file = File::create(path)?;
        Ok(if gzip {
            Self::Gzip(Box::new(compressed(file)))
        } else {
            Self::Plain(file)
        })
    }

    /// Ends the file; dropping it instead would hide an error.
    pub fn close(self) -> io::Result<()> {
        match self {
            Self::Plain(mut file) => file.flush(),
            Self::Gzip(encoder) => encoder.finish()?.flush(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Gzip(encoder) => encoder.flush(),
        }
    }
}

/// An encoder whose header says nothing of time and place.
fn compressed<W: Write>(out: W) -> GzEncoder<W> {
    const UNKNOWN_SYSTEM: u8 = 255;
    GzBuilder::new()
        .mtime(0)
        .operating_system(UNKNOWN_SYSTEM)
        .write(out, Compression::default())
}

/// Writes one formula: first everything above the clauses, then the clauses.
pub struct Writer<W> {
    out: W,
    text: Vec<u8>,
    written: u64,
}

impl<W: Write> Writer<W> {
    /// The text that is gathered before it goes out.
    const BUFFER: usize = 1 << 16;

    /// Writes comments, header and prefix.
    pub fn new(
        out: W,
        comments: &[String],
        prefix: &Prefix,
        clauses: u64,
    ) -> io::Result<Writer<W>> {
        let mut writer = Self {
            out,
            text: Vec::with_capacity(Self::BUFFER + 64),
            written: 0,
        };
        for line in comments.iter().flat_map(|comment| lines(comment)) {
            writer.text.push(b'c');
            if !line.is_empty() {
                writer.text.push(b' ');
                writer.text.extend_from_slice(line.as_bytes());
            }
            writer.end_line()?;
        }
        let header = format!("p cnf {} {clauses}", prefix.variables());
        writer.text.extend_from_slice(header.as_bytes());
        writer.end_line()?;
        for block in prefix.blocks() {
            writer.text.push(block.quantifier.letter() as u8);
            writer.text.push(b' ');
            for variable in block.first..=block.last {
                writer.number(variable);
                writer.text.push(b' ');
                writer.spill()?;
            }
            writer.text.push(b'0');
            writer.end_line()?;
        }
        Ok(writer)
    }

    /// Writes the next literals. A piece may end in the middle of a clause.
    pub fn clauses(&mut self, literals: &[i32]) -> io::Result<()> {
        for &literal in literals {
            self.number(literal);
            self.text.push(if literal == 0 { b'\n' } else { b' ' });
            self.spill()?;
        }
        Ok(())
    }

    /// What was written to, and how many bytes.
    pub fn finish(mut self) -> io::Result<(W, u64)> {
        self.flush()?;
        Ok((self.out, self.written))
    }

    #[inline]
    fn number(&mut self, number: i32) {
        let mut digits = itoa::Buffer::new();
        self.text
            .extend_from_slice(digits.format(number).as_bytes());
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.text.push(b'\n');
        self.spill()
    }

    #[inline]
    fn spill(&mut self) -> io::Result<()> {
        if self.text.len() >= Self::BUFFER {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.text)?;
        self.written += self.text.len() as u64;
        self.text.clear();
        Ok(())
    }
}

/// The lines of a comment; also a lone carriage return would end one somewhere.
fn lines(comment: &str) -> impl Iterator<Item = &str> {
    comment
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .flat_map(|line| line.split('\r'))
}

// ---- reading ----------------------------------------------------------------

/// A formula as it stands in a file. Variables keep their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    pub comments: Vec<String>,
    pub variables: i32,
    /// What the header promises; nobody has compared it.
    pub declared_clauses: i32,
    /// Blocks from outside, none empty, neighbours with different quantifiers.
    pub prefix: Vec<(Quantifier, Vec<i32>)>,
    pub clauses: Vec<i32>,
}

/// What a line cannot mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    NoHeader,
    BadHeader,
    SecondHeader,
    NotAnInteger { token: String },
    TooLarge { token: String },
    BeyondHeader { literal: i32, variables: i32 },
    NotAVariable { number: i32 },
    QuantifiedTwice { variable: i32 },
    LateBlock,
    OpenBlock,
    AfterBlock,
    OpenClause,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader => write!(out, "the header 'p cnf VARIABLES CLAUSES' is missing"),
            Self::BadHeader => write!(out, "the header is not 'p cnf VARIABLES CLAUSES'"),
            Self::SecondHeader => write!(out, "a second header"),
            Self::NotAnInteger { token } => write!(out, "'{token}' is not an integer"),
            Self::TooLarge { token } => write!(out, "{token} does not fit into 32 bits"),
            Self::BeyondHeader { literal, variables } => {
                write!(
                    out,
                    "literal {literal}, but the header declares {variables} variables"
                )
            }
            Self::NotAVariable { number } => {
                write!(out, "a quantifier cannot bind {number}")
            }
            Self::QuantifiedTwice { variable } => {
                write!(out, "variable {variable} is quantified twice")
            }
            Self::LateBlock => write!(out, "a quantifier after the first clause"),
            Self::OpenBlock => write!(out, "the block is not ended by 0"),
            Self::AfterBlock => write!(out, "something after the 0 that ends the block"),
            Self::OpenClause => {
                write!(
                    out,
                    "the last clause is not ended by 0; is the file truncated?"
                )
            }
        }
    }
}

/// Why a text was not read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    Syntax { line: usize, fault: Fault },
    Stopped(Stop),
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { line, fault } => write!(out, "line {line}: {fault}"),
            Self::Stopped(stop) => stop.fmt(out),
        }
    }
}

impl std::error::Error for ParseError {}

/// Reads a formula.
pub fn parse(data: &[u8], watch: &mut Watch<'_>) -> Result<Parsed, ParseError> {
    let mut reader = Reader {
        data,
        at: 0,
        line: 1,
        quantified: Vec::new(),
        parsed: Parsed::default(),
    };
    match reader.run(watch) {
        Ok(None) => Ok(reader.parsed),
        Ok(Some(stop)) => Err(ParseError::Stopped(stop)),
        Err(fault) => Err(ParseError::Syntax {
            line: reader.line,
            fault,
        }),
    }
}

struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    line: usize,
    /// A bit for each variable. It grows with the variables that are seen, not with
    /// what the header claims.
    quantified: Vec<u64>,
    parsed: Parsed,
}

impl Reader<'_> {
    fn run(&mut self, watch: &mut Watch<'_>) -> Result<Option<Stop>, Fault> {
        let mut pulse = Pulse::default();
        let mut header = false;
        // No token on this line so far: here a letter says what the line is.
        let mut fresh = true;
        let mut content = self.line;
        while let Some(&byte) = self.data.get(self.at) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    fresh = true;
                    continue;
                }
                _ if is_blank(byte) => {
                    self.at += 1;
                    continue;
                }
                b'c' if fresh => {
                    let line = self.rest_of_line();
                    let text = &line[1..];
                    let text = text.strip_prefix(b" ").unwrap_or(text);
                    let text = text.strip_suffix(b"\r").unwrap_or(text);
                    let text = String::from_utf8_lossy(text).into_owned();
                    self.parsed.comments.push(text);
                    continue;
                }
                b'p' if fresh => {
                    if header {
                        return Err(Fault::SecondHeader);
                    }
                    self.header()?;
                    header = true;
                }
                _ if !header => return Err(Fault::NoHeader),
                b'e' | b'a' if fresh => {
                    if !self.parsed.clauses.is_empty() {
                        return Err(Fault::LateBlock);
                    }
                    self.block()?;
                }
                _ => {
                    let (literal, length) = integer(&self.data[self.at..])?;
                    self.at += length;
                    self.bounded(literal)?;
                    self.parsed.clauses.push(literal);
                    if pulse.is_due(8) {
                        if let Err(stop) = watch.poll(Progress::default()) {
                            return Ok(Some(stop));
                        }
                    }
                }
            }
            fresh = false;
            content = self.line;
        }
        if !header {
            return Err(Fault::NoHeader);
        }
        if self.parsed.clauses.last().is_some_and(|&last| last != 0) {
            self.line = content;
            return Err(Fault::OpenClause);
        }
        Ok(None)
    }

    fn header(&mut self) -> Result<(), Fault> {
        let line = self.rest_of_line();
        let mut tokens = tokens(line);
        let mut next = || tokens.next().ok_or(Fault::BadHeader);
        if next()? != b"p" || next()? != b"cnf" {
            return Err(Fault::BadHeader);
        }
        let (variables, clauses) = (integer(next()?)?.0, integer(next()?)?.0);
        if variables < 0 || clauses < 0 || tokens.next().is_some() {
            return Err(Fault::BadHeader);
        }
        self.parsed.variables = variables;
        self.parsed.declared_clauses = clauses;
        Ok(())
    }

    fn block(&mut self) -> Result<(), Fault> {
        let line = self.rest_of_line();
        let mut tokens = tokens(line);
        let quantifier = match tokens.next() {
            Some(b"e") => Quantifier::Exists,
            Some(b"a") => Quantifier::Forall,
            other => {
                let token = shown(other.unwrap_or_default());
                return Err(Fault::NotAnInteger { token });
            }
        };
        let mut block = Vec::new();
        loop {
            let variable = integer(tokens.next().ok_or(Fault::OpenBlock)?)?.0;
            if variable == 0 {
                break;
            }
            self.bounded(variable)?;
            if variable < 0 {
                return Err(Fault::NotAVariable { number: variable });
            }
            self.quantify(variable)?;
            block.push(variable);
        }
        if tokens.next().is_some() {
            return Err(Fault::AfterBlock);
        }
        match self.parsed.prefix.last_mut() {
            _ if block.is_empty() => {}
            Some((last, variables)) if *last == quantifier => variables.append(&mut block),
            _ => self.parsed.prefix.push((quantifier, block)),
        }
        Ok(())
    }

    fn quantify(&mut self, variable: i32) -> Result<(), Fault> {
        let (word, bit) = (variable as usize / 64, 1 << (variable % 64));
        if self.quantified.len() <= word {
            self.quantified.resize(word + 1, 0);
        }
        if self.quantified[word] & bit != 0 {
            return Err(Fault::QuantifiedTwice { variable });
        }
        self.quantified[word] |= bit;
        Ok(())
    }

    #[inline]
    fn bounded(&self, literal: i32) -> Result<(), Fault> {
        let variables = self.parsed.variables;
        if literal.unsigned_abs() > variables.unsigned_abs() {
            return Err(Fault::BeyondHeader { literal, variables });
        }
        Ok(())
    }
}

impl<'a> Reader<'a> {
    /// The text up to the end of the line, which stays to be read.
    fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = &self.data[self.at..];
        let length = rest.iter().position(|&byte| byte == b'\n');
        let line = &rest[..length.unwrap_or(rest.len())];
        self.at += line.len();
        line
    }
}

#[inline]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

fn is_end(byte: u8) -> bool {
    is_blank(byte) || byte == b'\n'
}

fn tokens(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| is_blank(byte))
        .filter(|token| !token.is_empty())
}

/// A token in a message: whatever it is, it is short and on one line.
fn shown(token: &[u8]) -> String {
    const MOST: usize = 24;
    let text = String::from_utf8_lossy(token);
    let mut text: String = text.chars().flat_map(char::escape_debug).collect();
    if text.chars().count() > MOST {
        text = text.chars().take(MOST).chain("...".chars()).collect();
    }
    text
}

/// The integer that the text begins with, and its length.
#[inline]
fn integer(text: &[u8]) -> Result<(i32, usize), Fault> {
    // So many digits cannot overflow.
    const DIGITS: usize = 18;
    let sign = usize::from(text.first() == Some(&b'-'));
    let mut at = sign;
    let mut number = 0i64;
    while let Some(digit) = text.get(at).map(|byte| byte.wrapping_sub(b'0')) {
        if digit > 9 {
            break;
        }
        number = number.wrapping_mul(10).wrapping_add(digit.into());
        at += 1;
    }
    let ended = text.get(at).is_none_or(|&byte| is_end(byte));
    if !ended || at == sign {
        return Err(unreadable(text, false));
    }
    if at - sign > DIGITS {
        // Zeros in front, or too much.
        let digits = text[sign..at].iter();
        number = digits.fold(0i64, |number, &digit| {
            let digit = i64::from(digit - b'0');
            number.saturating_mul(10).saturating_add(digit)
        });
    }
    let number = if sign == 1 { -number } else { number };
    match i32::try_from(number) {
        Ok(number) => Ok((number, at)),
        Err(_) => Err(unreadable(text, true)),
    }
}

#[cold]
fn unreadable(text: &[u8], too_large: bool) -> Fault {
    let length = text.iter().position(|&byte| is_end(byte));
    let token = shown(&text[..length.unwrap_or(text.len())]);
    if too_large {
        Fault::TooLarge { token }
    } else {
        Fault::NotAnInteger { token }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::formula::Block;
    use flate2::read::GzDecoder;
    use std::io::Read;

    const E: Quantifier = Quantifier::Exists;
    const A: Quantifier = Quantifier::Forall;

    fn prefix(blocks: &[(Quantifier, i32, i32)]) -> Prefix {
        let blocks = blocks.iter().map(|&(quantifier, first, last)| Block {
            quantifier,
            first,
            last,
        });
        Prefix::new(blocks.collect()).unwrap()
    }

    fn text(comments: &[&str], prefix: &Prefix, clauses: &[i32]) -> String {
        let comments: Vec<String> = comments.iter().map(|&comment| comment.into()).collect();
        let count = clauses.iter().filter(|&&literal| literal == 0).count();
        let mut writer = Writer::new(Vec::new(), &comments, prefix, count as u64).unwrap();
        writer.clauses(clauses).unwrap();
        let (text, bytes) = writer.finish().unwrap();
        assert_eq!(text.len() as u64, bytes);
        String::from_utf8(text).unwrap()
    }

    fn read(text: &str) -> Result<Parsed, String> {
        parse(text.as_bytes(), &mut Watch::unlimited()).map_err(|error| error.to_string())
    }

    #[test]
    fn writes_a_formula() {
        let prefix = prefix(&[(E, 1, 2), (A, 3, 3), (E, 4, 5)]);
        assert_eq!(
            text(
                &["two\nlines", "", "a\r\nb\rc"],
                &prefix,
                &[1, -2, 0, 0, 3, -5, 4, 0]
            ),
            "c two\nc lines\nc\nc a\nc b\nc c\n\
             p cnf 5 3\ne 1 2 0\na 3 0\ne 4 5 0\n\
             1 -2 0\n0\n3 -5 4 0\n"
        );
        assert_eq!(text(&[], &Prefix::default(), &[]), "p cnf 0 0\n");
    }

    #[test]
    fn writes_extreme_numbers() {
        // The writer does not judge literals: that is the audit's part.
        let literals = [i32::MAX, i32::MIN, -1, 10, -100, 0];
        assert_eq!(
            text(&[], &Prefix::default(), &literals),
            "p cnf 0 1\n2147483647 -2147483648 -1 10 -100 0\n"
        );
    }

    /// Random clauses, some empty.
    fn random(variables: i32, clauses: usize, seed: u64) -> Vec<i32> {
        let mut chance = Chance::new(seed);
        let mut literals = Vec::new();
        for _ in 0..clauses {
            for _ in 0..chance.below(6) {
                let variable = 1 + chance.below(variables as u64) as i32;
                literals.push(if chance.below(2) == 0 {
                    variable
                } else {
                    -variable
                });
            }
            literals.push(0);
        }
        literals
    }

    #[test]
    fn reads_what_it_has_written() {
        // More than one buffer of text, in pieces that cut clauses.
        let prefix = prefix(&[(E, 1, 30_000), (A, 30_001, 40_000), (E, 40_001, 40_003)]);
        let clauses = random(40_003, 20_000, 1);
        let comments = ["grüße".to_string(), " indented".to_string()];
        let mut writer = Writer::new(Vec::new(), &comments, &prefix, 20_000).unwrap();
        for piece in clauses.chunks(777) {
            writer.clauses(piece).unwrap();
        }
        let (text, bytes) = writer.finish().unwrap();
        assert_eq!(text.len() as u64, bytes);
        assert!(bytes > 4 * Writer::<Vec<u8>>::BUFFER as u64);
        let parsed = parse(&text, &mut Watch::unlimited()).unwrap();
        assert_eq!(parsed.comments, comments);
        assert_eq!(parsed.variables, 40_003);
        assert_eq!(parsed.declared_clauses, 20_000);
        assert_eq!(
            parsed.prefix,
            vec![
                (E, (1..=30_000).collect::<Vec<i32>>()),
                (A, (30_001..=40_000).collect()),
                (E, (40_001..=40_003).collect())
            ]
        );
        assert_eq!(parsed.clauses, clauses);
    }

    #[test]
    fn compressed_bytes_depend_on_the_formula_only() {
        let prefix = prefix(&[(E, 1, 50)]);
        let clauses = random(50, 5000, 2);
        let gzip = |clauses: &[i32]| {
            let mut writer = Writer::new(compressed(Vec::new()), &[], &prefix, 5000).unwrap();
            writer.clauses(clauses).unwrap();
            let (encoder, bytes) = writer.finish().unwrap();
            (encoder.finish().unwrap(), bytes)
        };
        let (packed, bytes) = gzip(&clauses);
        // Magic, deflate, no flags, time 0, no hint, unknown system.
        assert_eq!(packed[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
        assert_eq!(gzip(&clauses).0, packed);
        assert!((packed.len() as u64) < bytes / 2);
        let mut unpacked = String::new();
        let mut decoder = GzDecoder::new(&packed[..]);
        decoder.read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, text(&[], &prefix, &clauses));
    }

    #[test]
    fn files_plain_and_compressed() {
        let folder = std::env::temp_dir().join(format!("harary-qdimacs-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let clauses = random(9, 300, 3);
        let prefix = prefix(&[(E, 1, 9)]);
        let expected = text(&[], &prefix, &clauses);
        for gzip in [false, true] {
            let path = folder.join("formula");
            let sink = Sink::create(&path, gzip).unwrap();
            let mut writer = Writer::new(sink, &[], &prefix, 300).unwrap();
            writer.clauses(&clauses).unwrap();
            let (sink, bytes) = writer.finish().unwrap();
            sink.close().unwrap();
            assert_eq!(bytes, expected.len() as u64);
            let raw = std::fs::read(&path).unwrap();
            let mut found = String::new();
            if gzip {
                GzDecoder::new(&raw[..]).read_to_string(&mut found).unwrap();
            } else {
                found = String::from_utf8(raw).unwrap();
            }
            assert_eq!(found, expected);
        }
        let missing = Sink::create(&folder.join("no/such/folder"), false);
        assert_eq!(
            missing.err().map(|error| error.kind()),
            Some(io::ErrorKind::NotFound)
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_error_of_the_output_is_reported() {
        struct Full(usize);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let taken = bytes.len().min(self.0);
                self.0 -= taken;
                if taken == 0 {
                    return Err(io::ErrorKind::StorageFull.into());
                }
                Ok(taken)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let write = |room: usize| {
            let mut writer = Writer::new(Full(room), &[], &Prefix::default(), 1)?;
            writer.clauses(&[0; 1 << 16])?;
            writer.finish().map(|(_, bytes)| bytes)
        };
        assert_eq!(write(1 << 20).unwrap(), (1 << 17) + 10);
        // While writing, and at the very end.
        for room in [5, 70_000, (1 << 17) + 9] {
            assert_eq!(write(room).unwrap_err().kind(), io::ErrorKind::StorageFull);
        }
    }

    #[test]
    fn reads_tolerantly() {
        let parsed = read(
            "c first\r\n\n  c\tsecond \r\ncthird\r\np  cnf\t6 99 \r\n\
             c fourth\r\ne 1 2 0\r\ne 3 0\r\n\r\na 0\ne 4 0\na 6 0\r\n\
             1 -2 0 3\r\nc fifth\r\n\n -4\x0c 0 0\n-6 0007 -0",
        );
        assert_eq!(
            parsed.as_ref().map_err(String::as_str),
            Err("line 17: literal 7, but the header declares 6 variables")
        );
        let parsed = read(
            "c first\r\n\n  c\tsecond \r\ncthird\r\np  cnf\t6 99 \r\n\
             c fourth\r\ne 1 2 0\r\ne 3 0\r\n\r\na 0\ne 4 0\na 6 0\r\n\
             1 -2 0 3\r\nc fifth\r\n\n -4\x0c 0 0\n-6 0000000000000000000000005 -0",
        )
        .unwrap();
        assert_eq!(
            parsed.comments,
            ["first", "\tsecond ", "third", "fourth", "fifth"]
        );
        assert_eq!((parsed.variables, parsed.declared_clauses), (6, 99));
        assert_eq!(parsed.prefix, vec![(E, vec![1, 2, 3, 4]), (A, vec![6])]);
        assert_eq!(parsed.clauses, [1, -2, 0, 3, -4, 0, 0, -6, 5, 0]);
    }

    #[test]
    fn a_prefix_is_not_needed() {
        let parsed = read("p cnf 2 1\n-1 2 0\n").unwrap();
        assert!(parsed.prefix.is_empty());
        assert_eq!(parsed.clauses, [-1, 2, 0]);
        assert_eq!(read("p cnf 0 0").unwrap().clauses, []);
    }

    #[test]
    fn a_claim_costs_nothing() {
        let parsed = read("p cnf 2147483647 2147483647\ne 3 0\n-2147483647 0\n").unwrap();
        assert_eq!(parsed.clauses, [-i32::MAX, 0]);
    }

    #[test]
    fn says_which_line_is_wrong() {
        let no_header = "the header 'p cnf VARIABLES CLAUSES' is missing";
        let bad_header = "the header is not 'p cnf VARIABLES CLAUSES'";
        let cases = [
            ("", format!("line 1: {no_header}")),
            ("c x\n\n", format!("line 3: {no_header}")),
            ("c x\n1 0\np cnf 1 1\n", format!("line 2: {no_header}")),
            ("e 1 0\np cnf 1 1\n", format!("line 1: {no_header}")),
            ("p cnf 1\n", format!("line 1: {bad_header}")),
            ("p cnf 1 1 1\n", format!("line 1: {bad_header}")),
            ("p dnf 1 1\n", format!("line 1: {bad_header}")),
            ("pcnf 1 1\n", format!("line 1: {bad_header}")),
            ("p cnf -1 1\n", format!("line 1: {bad_header}")),
            ("p cnf 1 -1\n", format!("line 1: {bad_header}")),
            ("p cnf x 1\n", "line 1: 'x' is not an integer".into()),
            (
                "p cnf 2147483648 1\n",
                "line 1: 2147483648 does not fit into 32 bits".into(),
            ),
            ("p cnf 1 1\np cnf 1 1\n", "line 2: a second header".into()),
            (
                "p cnf 3 1\n1 +2 0\n",
                "line 2: '+2' is not an integer".into(),
            ),
            ("p cnf 3 1\n1 - 0\n", "line 2: '-' is not an integer".into()),
            (
                "p cnf 3 1\n1 2x 0\n",
                "line 2: '2x' is not an integer".into(),
            ),
            (
                "p cnf 3 1\n1 0\n%\n0\n",
                "line 3: '%' is not an integer".into(),
            ),
            (
                "p cnf 3 1\n1 0 c x\n",
                "line 2: 'c' is not an integer".into(),
            ),
            (
                "p cnf 3 1\n1 \x1b[31m\n",
                "line 2: '\\u{1b}[31m' is not an integer".into(),
            ),
            (
                "p cnf 3 1\n1 abcdefghijklmnopqrstuvwxyz\n",
                "line 2: 'abcdefghijklmnopqrstuvwx...' is not an integer".into(),
            ),
            (
                "p cnf 3 1\n1 -4 0\n",
                "line 2: literal -4, but the header declares 3 variables".into(),
            ),
            (
                "p cnf 3 1\n-2147483648 0\n",
                "line 2: literal -2147483648, but the header declares 3 variables".into(),
            ),
            (
                "p cnf 3 1\n1 -2147483649 0\n",
                "line 2: -2147483649 does not fit into 32 bits".into(),
            ),
            (
                "p cnf 3 1\n99999999999999999999 0\n",
                "line 2: 99999999999999999999 does not fit into 32 bits".into(),
            ),
            (
                // 2^64 + 1 must not come out as 1.
                "p cnf 3 1\n18446744073709551617 0\n",
                "line 2: 18446744073709551617 does not fit into 32 bits".into(),
            ),
            (
                "p cnf 3 1\ne 1 4 0\n",
                "line 2: literal 4, but the header declares 3 variables".into(),
            ),
            (
                "p cnf 3 1\ne 1 -2 0\n",
                "line 2: a quantifier cannot bind -2".into(),
            ),
            (
                "p cnf 3 1\ne 1 2 0\na 3 1 0\n",
                "line 3: variable 1 is quantified twice".into(),
            ),
            (
                "p cnf 3 1\ne 1 x 0\n",
                "line 2: 'x' is not an integer".into(),
            ),
            ("p cnf 3 1\ne1 0\n", "line 2: 'e1' is not an integer".into()),
            (
                "p cnf 3 1\n1 0\ne 2 0\n",
                "line 3: a quantifier after the first clause".into(),
            ),
            (
                "p cnf 3 1\n1\ne 2 0\n",
                "line 3: a quantifier after the first clause".into(),
            ),
            (
                "p cnf 3 1\ne 1 2\n0\n",
                "line 2: the block is not ended by 0".into(),
            ),
            (
                "p cnf 3 1\ne 1 2 0 3\n",
                "line 2: something after the 0 that ends the block".into(),
            ),
            (
                "p cnf 3 2\n1 0\n2 3\nc x\n\n",
                "line 3: the last clause is not ended by 0; is the file truncated?".into(),
            ),
        ];
        for (text, message) in cases {
            assert_eq!(read(text).map(|parsed| parsed.clauses), Err(message));
        }
    }

    #[test]
    fn bytes_that_are_no_text() {
        let watch = &mut Watch::unlimited();
        let parsed = parse(b"c \xff\np cnf 1 1\n1 0\n", watch).unwrap();
        assert_eq!(parsed.comments, ["\u{fffd}"]);
        let error = parse(b"p cnf 1 1\n\xff\0 0\n", watch).unwrap_err();
        assert_eq!(error.to_string(), "line 2: '\u{fffd}\\0' is not an integer");
    }
}
