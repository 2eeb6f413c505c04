//! Declares the shell's own commands, so that a page may call those and no others (`permissions/`).

fn main() {
    let commands = tauri_build::AppManifest::new().commands(&["call", "upload", "closing"]);
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands)) {
        println!("cargo::error={error:#}");
    }
}
