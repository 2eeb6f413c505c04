//! MessagePack to a tree and back, as `msgpackr` writes it, and its meeting with JSON.
//!
//! RisuAI's presets are MessagePack of JavaScript objects. `msgpackr` writes every map with a two-byte count, whole
//! numbers beyond 32 bits as floating point, and `undefined` as an extension of type 0. Reading takes any MessagePack;
//! values and depth are counted as in a JSON text, and no length that was read reserves memory.

use rmp::Marker;
use rmp::encode::{self, ByteBuf};
use serde_json::{Map, Number, Value};

use crate::error::{ContainerError, Place};
use crate::limits::{Limits, within};
use crate::read;

/// A MessagePack value.
#[derive(Clone, Debug, PartialEq)]
pub enum Packed {
    /// Nothing.
    Nil,
    /// On or off.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// A whole number too large for the signed ones.
    Large(u64),
    /// A number in eight bytes.
    Real(f64),
    /// A number in four bytes.
    Short(f32),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A list.
    List(Vec<Packed>),
    /// Pairs, in the order of the file.
    Map(Vec<(Packed, Packed)>),
    /// Bytes of a type their writer defines.
    Extension(i8, Vec<u8>),
}

/// Lists and maps inside one another that are read, if the limit of a JSON text is not lower: a reader that calls itself
/// must not use up the stack of a thread. Objects of JavaScript that are somebody's settings nest a dozen levels.
const DEEPEST: usize = 64;

/// How JavaScript's `undefined` is written.
const UNDEFINED: i8 = 0;

impl Packed {
    /// The text, when it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Packed::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value under a key of a map; the last one counts.
    pub fn get(&self, key: &str) -> Option<&Packed> {
        let Packed::Map(members) = self else { return None };
        members.iter().rev().find(|(known, _)| known.as_text() == Some(key)).map(|(_, value)| value)
    }

    /// Whether it is JavaScript's `undefined`: a key that has it is as good as absent.
    pub fn is_undefined(&self) -> bool {
        matches!(self, Packed::Extension(UNDEFINED, _))
    }

    /// The same as JSON. Bytes become a data URI; what JSON has no word for becomes null, or is left out of a map.
    pub fn to_json(&self) -> Value {
        match self {
            Packed::Nil | Packed::Extension(..) => Value::Null,
            Packed::Flag(flag) => Value::Bool(*flag),
            Packed::Whole(number) => Value::from(*number),
            Packed::Large(number) => Value::from(*number),
            Packed::Real(number) => real(*number),
            Packed::Short(number) => real(f64::from(*number)),
            Packed::Text(text) => Value::String(text.clone()),
            Packed::Bytes(bytes) => Value::String(format!(
                "data:application/octet-stream;base64,{}",
                base64_simd::STANDARD.encode_to_string(bytes)
            )),
            Packed::List(items) => Value::Array(items.iter().map(Packed::to_json).collect()),
            Packed::Map(members) => {
                let mut map = Map::with_capacity(members.len());
                for (key, value) in members.iter().filter(|(_, value)| !value.is_undefined()) {
                    map.insert(word(key), value.to_json());
                }
                Value::Object(map)
            }
        }
    }

    /// JSON as MessagePack. What is equal in `before`, which is what an earlier reading gave, stays as it was there.
    pub fn from_json(value: &Value, before: Option<&Packed>) -> Packed {
        let said = before.map(Packed::to_json);
        laid_onto(value, before.zip(said.as_ref()))
    }
}

/// The same, with what the earlier value says as JSON beside it.
fn laid_onto(value: &Value, before: Option<(&Packed, &Value)>) -> Packed {
    if let Some((before, _)) = before.filter(|(_, said)| ficha_json::value_eq(said, value)) {
        return before.clone();
    }
    match value {
        Value::Null => Packed::Nil,
        Value::Bool(flag) => Packed::Flag(*flag),
        Value::Number(number) => from_number(number),
        Value::String(text) => Packed::Text(text.clone()),
        Value::Array(items) => {
            let known = |at: usize| match before {
                Some((Packed::List(known), said)) => known.get(at).zip(said.get(at)),
                _ => None,
            };
            Packed::List(items.iter().enumerate().map(|(at, item)| laid_onto(item, known(at))).collect())
        }
        Value::Object(map) => {
            let (known, said): (&[(Packed, Packed)], &Value) = match before {
                Some((Packed::Map(known), said)) => (known, said),
                _ => (&[], &Value::Null),
            };
            let mut members = Vec::with_capacity(map.len());
            let mut met = std::collections::BTreeSet::new();
            for (key, old) in known {
                let name = word(key);
                let old_said = said.get(&name);
                match map.get(&name) {
                    Some(value) if met.insert(name) => {
                        members.push((key.clone(), laid_onto(value, Some(old).zip(old_said))));
                    }
                    None if old.is_undefined() => members.push((key.clone(), old.clone())),
                    Some(_) | None => {}
                }
            }
            let new = map.iter().filter(|(key, _)| !met.contains(*key));
            members.extend(new.map(|(key, value)| (Packed::Text(key.clone()), laid_onto(value, None))));
            Packed::Map(members)
        }
    }
}

/// A key as a JSON key.
fn word(key: &Packed) -> String {
    match key {
        Packed::Text(text) => text.clone(),
        other => other.to_json().to_string(),
    }
}

/// A number as JavaScript prints it: whole ones have no fraction. What is no number is null.
fn real(number: f64) -> Value {
    // Below 2^53 every whole number is itself in both.
    if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

fn from_number(number: &Number) -> Packed {
    let whole = number.as_i64().filter(|whole| (i64::from(i32::MIN)..=i64::from(u32::MAX)).contains(whole));
    match whole {
        Some(whole) => Packed::Whole(whole),
        None => Packed::Real(number.as_f64().unwrap_or_default()),
    }
}

/// Reads one value. Bytes behind it are not looked at.
///
/// # Errors
/// When it is cut off, or holds more or deeper values than a JSON text may.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Packed, ContainerError> {
    let mut reader = Reader { bytes, at: 0, values: 0, limits: &limits.json };
    reader.value(0)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    values: usize,
    limits: &'a ficha_json::Limits,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Packed, ContainerError> {
        self.values += 1;
        let place = Place::offset(self.at);
        within("json-values", self.values, self.limits.values, || place.clone())?;
        within("json-depth", depth, self.limits.depth.min(DEEPEST), || place.clone())?;
        let [first] = self.take::<1>()?;
        Ok(match Marker::from_u8(first) {
            Marker::Null => Packed::Nil,
            Marker::True => Packed::Flag(true),
            Marker::False => Packed::Flag(false),
            Marker::FixPos(number) => Packed::Whole(i64::from(number)),
            Marker::FixNeg(number) => Packed::Whole(i64::from(number)),
            Marker::U8 => Packed::Whole(i64::from(u8::from_be_bytes(self.take()?))),
            Marker::U16 => Packed::Whole(i64::from(u16::from_be_bytes(self.take()?))),
            Marker::U32 => Packed::Whole(i64::from(u32::from_be_bytes(self.take()?))),
            Marker::U64 => {
                let number = u64::from_be_bytes(self.take()?);
                i64::try_from(number).map_or(Packed::Large(number), Packed::Whole)
            }
            Marker::I8 => Packed::Whole(i64::from(i8::from_be_bytes(self.take()?))),
            Marker::I16 => Packed::Whole(i64::from(i16::from_be_bytes(self.take()?))),
            Marker::I32 => Packed::Whole(i64::from(i32::from_be_bytes(self.take()?))),
            Marker::I64 => Packed::Whole(i64::from_be_bytes(self.take()?)),
            Marker::F32 => Packed::Short(f32::from_be_bytes(self.take()?)),
            Marker::F64 => Packed::Real(f64::from_be_bytes(self.take()?)),
            Marker::FixStr(length) => self.text(u32::from(length))?,
            Marker::Str8 => {
                let length = self.short()?;
                self.text(length)?
            }
            Marker::Str16 => {
                let length = self.middle()?;
                self.text(length)?
            }
            Marker::Str32 => {
                let length = self.long()?;
                self.text(length)?
            }
            Marker::Bin8 => {
                let length = self.short()?;
                Packed::Bytes(self.raw(length)?.to_vec())
            }
            Marker::Bin16 => {
                let length = self.middle()?;
                Packed::Bytes(self.raw(length)?.to_vec())
            }
            Marker::Bin32 => {
                let length = self.long()?;
                Packed::Bytes(self.raw(length)?.to_vec())
            }
            Marker::FixArray(length) => self.list(u32::from(length), depth)?,
            Marker::Array16 => {
                let length = self.middle()?;
                self.list(length, depth)?
            }
            Marker::Array32 => {
                let length = self.long()?;
                self.list(length, depth)?
            }
            Marker::FixMap(length) => self.map(u32::from(length), depth)?,
            Marker::Map16 => {
                let length = self.middle()?;
                self.map(length, depth)?
            }
            Marker::Map32 => {
                let length = self.long()?;
                self.map(length, depth)?
            }
            Marker::FixExt1 => self.extension(1)?,
            Marker::FixExt2 => self.extension(2)?,
            Marker::FixExt4 => self.extension(4)?,
            Marker::FixExt8 => self.extension(8)?,
            Marker::FixExt16 => self.extension(16)?,
            Marker::Ext8 => {
                let length = self.short()?;
                self.extension(length)?
            }
            Marker::Ext16 => {
                let length = self.middle()?;
                self.extension(length)?
            }
            Marker::Ext32 => {
                let length = self.long()?;
                self.extension(length)?
            }
            Marker::Reserved => {
                return Err(ContainerError::malformed("the MessagePack has a byte without meaning", place));
            }
        })
    }

    fn cut_off(&self) -> ContainerError {
        ContainerError::malformed("the MessagePack is cut off", Place::offset(self.at))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], ContainerError> {
        let bytes = read::array(self.bytes, self.at).ok_or_else(|| self.cut_off())?;
        self.at += N;
        Ok(bytes)
    }

    fn short(&mut self) -> Result<u32, ContainerError> {
        Ok(u32::from(u8::from_be_bytes(self.take()?)))
    }

    fn middle(&mut self) -> Result<u32, ContainerError> {
        Ok(u32::from(u16::from_be_bytes(self.take()?)))
    }

    fn long(&mut self) -> Result<u32, ContainerError> {
        Ok(u32::from_be_bytes(self.take()?))
    }

    fn raw(&mut self, length: u32) -> Result<&[u8], ContainerError> {
        let length = length as usize;
        let bytes = read::slice(self.bytes, self.at, length).ok_or_else(|| self.cut_off())?;
        self.at += length;
        Ok(bytes)
    }

    fn text(&mut self, length: u32) -> Result<Packed, ContainerError> {
        let raw = self.raw(length)?;
        Ok(Packed::Text(String::from_utf8_lossy(raw).into_owned()))
    }

    fn extension(&mut self, length: u32) -> Result<Packed, ContainerError> {
        let kind = i8::from_be_bytes(self.take()?);
        Ok(Packed::Extension(kind, self.raw(length)?.to_vec()))
    }

    fn list(&mut self, length: u32, depth: usize) -> Result<Packed, ContainerError> {
        let mut items = Vec::new();
        for _ in 0..length {
            items.push(self.value(depth + 1)?);
        }
        Ok(Packed::List(items))
    }

    fn map(&mut self, length: u32, depth: usize) -> Result<Packed, ContainerError> {
        let mut members = Vec::new();
        for _ in 0..length {
            let place = Place::offset(self.at);
            let key = self.value(depth + 1)?;
            // Keys of keys would be spelt inside one another, each level twice as long as the one below.
            if matches!(key, Packed::List(_) | Packed::Map(_) | Packed::Bytes(_) | Packed::Extension(..)) {
                return Err(ContainerError::unsupported("the MessagePack has a key that is no text or number", place));
            }
            members.push((key, self.value(depth + 1)?));
        }
        Ok(Packed::Map(members))
    }
}

/// Writes a value the way `msgpackr` does.
pub fn write(value: &Packed) -> Vec<u8> {
    let mut out = ByteBuf::new();
    put(&mut out, value);
    out.into_vec()
}

/// Writing to memory cannot fail, so the answers of the writer are not looked at.
fn put(out: &mut ByteBuf, value: &Packed) {
    match value {
        Packed::Nil => {
            let _ = encode::write_nil(out);
        }
        Packed::Flag(flag) => {
            let _ = encode::write_bool(out, *flag);
        }
        Packed::Whole(number) => {
            let _ = encode::write_sint(out, *number);
        }
        Packed::Large(number) => {
            let _ = encode::write_uint(out, *number);
        }
        Packed::Real(number) => {
            let _ = encode::write_f64(out, *number);
        }
        Packed::Short(number) => {
            let _ = encode::write_f32(out, *number);
        }
        Packed::Text(text) => {
            let _ = encode::write_str(out, text);
        }
        Packed::Bytes(bytes) => {
            let _ = encode::write_bin(out, bytes);
        }
        Packed::List(items) => {
            let _ = encode::write_array_len(out, items.len() as u32);
            for item in items {
                put(out, item);
            }
        }
        Packed::Map(members) => {
            match u16::try_from(members.len()) {
                Ok(length) => {
                    out.as_mut_vec().push(Marker::Map16.to_u8());
                    out.as_mut_vec().extend(length.to_be_bytes());
                }
                Err(_) => {
                    let _ = encode::write_map_len(out, members.len() as u32);
                }
            }
            for (key, value) in members {
                put(out, key);
                put(out, value);
            }
        }
        Packed::Extension(kind, bytes) => {
            let _ = encode::write_ext_meta(out, bytes.len() as u32, *kind);
            out.as_mut_vec().extend(bytes);
        }
    }
}
