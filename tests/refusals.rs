//! Files that must be refused: each with its code, its words and its place, and none with anything read.

mod common;

use common::open;
use ficha_convert::{decode, detect};
use ficha_testkit::corpus;

#[test]
fn every_bad_sample_is_refused_by_name() {
    let samples = corpus::walk(&corpus::samples_dir().join("bad"), "samples/bad");
    assert!(samples.len() >= 10, "samples/bad holds {} files", samples.len());
    for sample in samples {
        let refusal = match open(&sample) {
            Err(refusal) => refusal,
            Ok(source) => {
                let detected = detect(&source);
                assert!(detected.winner.is_none(), "{}: won by {:?}", sample.name, detected.winner);
                let refused = decode(&source, None).expect_err(&sample.name);
                assert_eq!(detected.refusal.as_ref(), Some(&refused), "{}", sample.name);
                refused
            }
        };
        let name = sample.name.trim_start_matches("samples/bad/").replace('/', "__");
        let text = format!("{}: {refusal}\nplace: {}\nhint: {}", refusal.code(), refusal.place(), refusal.hint());
        insta::with_settings!({ snapshot_path => "golden/refusals", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, text);
        });
    }
}
