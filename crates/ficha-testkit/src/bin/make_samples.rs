//! Writes the generated samples to `samples/`.

use ficha_testkit::{corpus, samples};

fn main() -> std::io::Result<()> {
    for (name, bytes) in samples::all() {
        let path = corpus::samples_dir().join(&name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if std::fs::read(&path).ok().as_deref() != Some(&bytes) {
            println!("{name}");
            std::fs::write(&path, bytes)?;
        }
    }
    Ok(())
}
