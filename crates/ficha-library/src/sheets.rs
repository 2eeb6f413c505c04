//! Sheets: small JSON files of the studio about the library as a whole, in a folder of their own. Nothing authored is in
//! them; one that cannot be read is put aside when it is written again.

use serde_json::Value;

use crate::batch::Stage;
use crate::own_json::{read_value, to_text};
use crate::{Library, LibraryError, Result};

/// The sheets there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// What the checks found last.
    CheckResults,
    /// Findings a person does not want to see again.
    HushedFindings,
}

impl Sheet {
    fn file(self) -> &'static str {
        match self {
            Sheet::CheckResults => "results.json",
            Sheet::HushedFindings => "hushed.json",
        }
    }
}

impl Library {
    fn sheet_path(&self, sheet: Sheet) -> std::path::PathBuf {
        self.layout.top("checks").join(sheet.file())
    }

    /// A sheet; `None` when there is none or it cannot be read.
    pub fn sheet(&self, sheet: Sheet) -> Option<Value> {
        read_value(&self.sheet_path(sheet)).ok().flatten()
    }

    /// Changes a sheet under the library's lock: `change` gets what is there and answers what is to be there.
    ///
    /// # Errors
    /// When the library is busy, read-only, or cannot be written.
    pub fn change_sheet(&self, sheet: Sheet, change: impl FnOnce(Option<Value>) -> Value) -> Result<()> {
        let lock = self.lock()?;
        let path = self.sheet_path(sheet);
        let before = match read_value(&path) {
            Err(LibraryError::Malformed { .. }) => {
                self.put_aside(&path)?;
                None
            }
            other => other?,
        };
        let mut batch = self.batch();
        batch.write(Stage::Rest, path, to_text(&change(before)).as_bytes())?;
        batch.commit()?;
        drop(lock);
        Ok(())
    }
}
