//! `unread-fields`: members that no parser looks at. A member that is itself unread hides what lies below it.

use ficha_world::schema;

use super::{WorldInput, file_spot, found, walk, world_check};
use crate::text::distance;
use crate::{CheckSkipped, Finding, Severity, Words};

world_check!(UnreadFields, "unread-fields", Consistency, &["unread"]);

/// Letters a name may be away from the one that was meant.
const NEAR: usize = 2;

fn look(input: &WorldInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let mut findings = Vec::new();
    for (path, shape, doc) in input.world().tables() {
        for pointer in schema::unread(shape.fields, &doc) {
            let key = pointer.rsplit('/').next().unwrap_or("").replace("~1", "/").replace("~0", "~");
            let known = walk::known_beside(shape.fields, &pointer).into_iter();
            let near = known.filter_map(|known| Some((distance(&key, known, NEAR)?, known))).min();
            let mut finding = found(Severity::Warning, "unread", file_spot(&path, &pointer)).with("key", &key);
            if let Some((_, near)) = near {
                finding = finding.worded(Words::Row("unread-near")).with("near", near);
            }
            findings.push(finding);
        }
    }
    Ok(findings)
}
