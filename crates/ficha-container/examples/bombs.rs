//! What each bomb costs before it is refused: milliseconds and peak memory, one process a bomb.
//!
//! `cargo run --release -p ficha-container --example bombs`. Not a test: times depend on the machine. The tests count
//! bytes instead.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use ficha_container::archive::Archive;
use ficha_container::{ContainerError, Limits, Sniffed, png, sniff};

fn main() -> std::io::Result<()> {
    if let Some(path) = std::env::args_os().nth(1) {
        return measure(Path::new(&path));
    }
    println!("{:<50} {:>9} {:>9} {:>9}  refusal", "bomb", "file kB", "ms", "peak kB");
    let folder = std::env::temp_dir().join(format!("ficha-bombs-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    for (index, name) in support::BOMBS.iter().enumerate() {
        let path = folder.join(index.to_string());
        let bytes = support::bomb(index);
        std::fs::write(&path, &bytes)?;
        let answer = Command::new(std::env::current_exe()?).arg(&path).output()?;
        println!("{name:<50} {:>9} {}", bytes.len() / 1000, String::from_utf8_lossy(&answer.stdout).trim_end());
    }
    std::fs::remove_dir_all(&folder)
}

/// Reads one file the way an import does and prints what it cost.
fn measure(path: &Path) -> std::io::Result<()> {
    let bytes = std::fs::read(path)?;
    let start = Instant::now();
    let refusal = match open(&bytes) {
        Ok(()) => "OPENED".to_owned(),
        Err(error) => format!("{error} [{}]", error.place()),
    };
    let taken = start.elapsed().as_secs_f64() * 1000.0;
    println!("{taken:>9.2} {:>9}  {refusal}", peak_kilobytes());
    Ok(())
}

fn open(bytes: &[u8]) -> Result<(), ContainerError> {
    let limits = Limits::default();
    if sniff(bytes) == Sniffed::Png {
        let png = png::read(bytes, &limits)?;
        for text in png.texts(bytes) {
            png::text_bytes(bytes, &text, &limits)?;
        }
        return png.overlong().map_or(Ok(()), |fault| Err(fault.refusal()));
    }
    let archive = Archive::read(bytes, &limits)?;
    for entry in archive.entries() {
        archive.inflate(bytes, entry, &limits)?;
    }
    Ok(())
}

/// The largest the process has been, where the system tells.
fn peak_kilobytes() -> String {
    std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| status.lines().find_map(|line| line.strip_prefix("VmHWM:").map(str::to_owned)))
        .map_or_else(|| "-".to_owned(), |line| line.trim().trim_end_matches(" kB").to_owned())
}
