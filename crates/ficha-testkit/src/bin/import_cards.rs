//! Writes the invented cards of an import to a folder: `import_cards FOLDER`.

use std::path::PathBuf;

use ficha_testkit::import_cards;

fn main() -> std::io::Result<()> {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("import_cards FOLDER");
        std::process::exit(2);
    };
    std::fs::create_dir_all(&folder)?;
    for (name, bytes) in import_cards::all() {
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}
