//! Files that must be refused: each with its code, its words and its place, and none with anything read.

mod common;

use common::{faults_of, open};
use ficha_convert::{decode, detect};
use ficha_testkit::corpus;

#[test]
fn every_bad_sample_is_refused_by_name() {
    let samples = corpus::walk(&corpus::samples_dir().join("bad"), "samples/bad");
    assert!(samples.len() >= 10, "samples/bad holds {} files", samples.len());
    let faults = faults_of(&samples, |sample| {
        let refusal = match open(sample) {
            Err(refusal) => refusal,
            Ok(source) => {
                let detected = detect(&source);
                if let Some(winner) = detected.winner {
                    return Err(format!("won by {winner:?}"));
                }
                let refused = decode(&source, None).err();
                if detected.refusal != refused {
                    return Err(format!("detected as {:?}, refused as {refused:?}", detected.refusal));
                }
                refused.ok_or("read without a winner")?
            }
        };
        let name = sample.name.trim_start_matches("samples/bad/").replace('/', "__");
        let text = format!("{}: {refusal}\nplace: {}\nhint: {}", refusal.code(), refusal.place(), refusal.hint());
        insta::with_settings!({ snapshot_path => "golden/refusals", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, text);
        });
        Ok(())
    });
    assert!(faults.is_empty(), "{faults}");
}
