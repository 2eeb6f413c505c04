//! `.risum`: a RisuAI module, the JSON of it and the files it brings (RisuAI `modules.ts`).
//!
//! A byte 0x6F, a version of zero, then a block: four bytes of length and that many bytes in RPack. The first block is
//! JSON; each that follows has a 1 in front and belongs to the asset at its place in the list; a 0 ends the file.
//! RisuAI refuses a file that stops early. Here what was read before the fault is kept, since the JSON comes first.

use std::ops::Range;

use super::rpack;
use crate::error::{ContainerError, Place};
use crate::read;

/// The first byte of the file.
const MAGIC: u8 = 0x6F;
/// The only version there is.
const VERSION: u8 = 0;
/// Stands in front of an asset.
const ASSET: u8 = 1;
/// Stands behind the last block.
const END: u8 = 0;

/// Where the parts of a module file lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The JSON, in RPack.
    pub main: Range<usize>,
    /// The files, in RPack, in the order of the module's list.
    pub assets: Vec<Range<usize>>,
    /// What is wrong behind the JSON.
    pub fault: Option<ModuleFault>,
}

/// Why RisuAI would refuse a module whose JSON is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleFault {
    /// The file ends where a marker should be.
    NoEnd {
        /// The length of the file.
        offset: usize,
    },
    /// A file ends before its length is used up.
    CutAsset {
        /// Where its length stands.
        offset: usize,
    },
    /// A marker that is neither of the two.
    Marker {
        /// Where it stands.
        offset: usize,
    },
}

impl ModuleFault {
    /// What is wrong, as a clause.
    pub fn title(self) -> &'static str {
        match self {
            ModuleFault::NoEnd { .. } => "the module has no end mark",
            ModuleFault::CutAsset { .. } => "the module ends in the middle of a file",
            ModuleFault::Marker { .. } => "the module has an unknown mark between its files",
        }
    }

    /// Where it is.
    pub fn place(self) -> Place {
        match self {
            ModuleFault::NoEnd { offset } | ModuleFault::CutAsset { offset } | ModuleFault::Marker { offset } => {
                Place::offset(offset)
            }
        }
    }
}

/// Whether bytes begin as a module does.
pub fn is_module(bytes: &[u8]) -> bool {
    bytes.starts_with(&[MAGIC, VERSION]) && block(bytes, 2).is_some()
}

/// The block whose length stands at `at`.
fn block(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let length = read::u32_le(bytes, at)? as usize;
    let start = at.checked_add(4)?;
    let end = start.checked_add(length)?;
    (end <= bytes.len()).then_some(start..end)
}

impl Module {
    /// Finds the parts of a module file.
    ///
    /// # Errors
    /// When it is no module, or its JSON is cut off.
    pub fn read(bytes: &[u8]) -> Result<Module, ContainerError> {
        if !bytes.starts_with(&[MAGIC]) {
            return Err(ContainerError::malformed("this is no RisuAI module", Place::offset(0)));
        }
        if read::slice(bytes, 1, 1) != Some(&[VERSION]) {
            let what = "this RisuAI module is of a version that is not known";
            return Err(ContainerError::unsupported(what, Place::offset(1)));
        }
        let main = block(bytes, 2)
            .ok_or_else(|| ContainerError::malformed("the module ends inside its JSON", Place::offset(2)))?;
        let mut assets = Vec::new();
        let mut at = main.end;
        let fault = loop {
            match bytes.get(at) {
                None => break Some(ModuleFault::NoEnd { offset: at }),
                Some(&END) => break None,
                Some(&ASSET) => match block(bytes, at + 1) {
                    Some(asset) => {
                        at = asset.end;
                        assets.push(asset);
                    }
                    None => break Some(ModuleFault::CutAsset { offset: at + 1 }),
                },
                Some(_) => break Some(ModuleFault::Marker { offset: at }),
            }
        };
        Ok(Module { main, assets, fault })
    }

    /// The bytes of the JSON.
    pub fn json(&self, bytes: &[u8]) -> Vec<u8> {
        rpack::decode(bytes.get(self.main.clone()).unwrap_or_default())
    }

    /// The bytes of a file; an empty one stands for a picture that was not at hand.
    pub fn asset(&self, bytes: &[u8], index: usize) -> Option<Vec<u8>> {
        Some(rpack::decode(bytes.get(self.assets.get(index)?.clone())?))
    }

    /// The module with another JSON; everything behind it stays as it is.
    ///
    /// # Errors
    /// When the JSON is longer than a block can be.
    pub fn with_json(&self, bytes: &[u8], json: &[u8]) -> Result<Vec<u8>, ContainerError> {
        let rest = bytes.get(self.main.end..).unwrap_or_default();
        let mut out = Vec::with_capacity(json.len() + rest.len() + 6);
        out.extend([MAGIC, VERSION]);
        put(&mut out, json)?;
        out.extend(rest);
        Ok(out)
    }
}

/// A module file of this JSON and these files.
///
/// # Errors
/// When a part is longer than a block can be.
pub fn write<'a>(json: &[u8], assets: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<u8>, ContainerError> {
    let mut out = vec![MAGIC, VERSION];
    put(&mut out, json)?;
    for asset in assets {
        out.push(ASSET);
        put(&mut out, asset)?;
    }
    out.push(END);
    Ok(out)
}

fn put(out: &mut Vec<u8>, bytes: &[u8]) -> Result<(), ContainerError> {
    let length = u32::try_from(bytes.len())
        .map_err(|_| ContainerError::limit("module-block", u32::MAX as usize, Place::file()))?;
    out.extend(length.to_le_bytes());
    out.extend(rpack::encode(bytes));
    Ok(())
}
