//! Writes to a library without end, to be killed, starved or run twice by the tests:
//! `hammer FOLDER save ADDRESS COUNT` counts up in an entity, `hammer FOLDER keep COUNT` keeps new ones, `hammer FOLDER
//! world ID COUNT` counts up in a world. Each success is printed as soon as it is true.

use std::path::Path as FilePath;

use ficha_library::{Address, Keep, Library, LibraryError, Result, Save, why};
use ficha_model::{Body, Entity, Kind, Path};
use serde_json::json;

fn count_up(library: &Library, address: &Address) -> Result<u64> {
    loop {
        let opened = library.open_entity(address)?;
        let mut entity = opened.entity;
        let count = entity.body.text("persona.scenario").and_then(|count| count.parse().ok()).unwrap_or(0) + 1;
        entity.body.set(&Path::of("persona.scenario"), json!(count.to_string()));
        // Long enough to be shared through a blob, and different each time.
        entity.body.set(&Path::of("identity.description"), json!(format!("{count} ").repeat(3000)));
        let save =
            Save { address: address.clone(), base: opened.revision, entity, why: why::SAVED.to_owned(), name: None };
        match library.save(save) {
            Ok(_) => return Ok(count),
            Err(LibraryError::Conflict { .. } | LibraryError::Busy) => {}
            Err(error) => return Err(error),
        }
    }
}

fn keep_one(library: &Library, number: u64) -> Result<Address> {
    let body = json!({"identity": {"name": "Same name", "description": format!("{number} ").repeat(3000)}});
    let entity = Entity::new(Kind::Character, "same-name", Body::from(body));
    let item = Keep { entities: vec![entity], source: Some(vec![number as u8; 50_000].into()), ..Keep::default() };
    let kept = library.keep(vec![item], &mut |_, _| true).pop().ok_or(LibraryError::Busy)??;
    kept.entities.into_iter().next().map(|(address, _)| address).ok_or(LibraryError::Busy)
}

/// Counts up in the main file of a world, with as much text around the number as makes a torn file plain.
fn count_up_in_world(library: &Library, id: &str) -> Result<u64> {
    let world = library.worlds().open(id)?;
    loop {
        let writing = match world.lock(library.worlds().wait()) {
            Err(LibraryError::Busy) => continue,
            other => other?,
        };
        let mut count = 0;
        writing.update("world.json", |bytes| {
            let text = String::from_utf8(bytes.unwrap_or_default()).unwrap_or_default();
            count = text.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0) + 1;
            Ok::<_, LibraryError>(Some(format!("{count} ").repeat(3000).into_bytes()))
        })?;
        return Ok(count);
    }
}

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let run = || -> Result<()> {
        match arguments.as_slice() {
            [_, folder, "save", address, count] => {
                let library = Library::open(FilePath::new(folder))?;
                let address = address.parse()?;
                for _ in 0..count.parse().unwrap_or(u64::MAX) {
                    println!("{}", count_up(&library, &address)?);
                }
            }
            [_, folder, "keep", count] => {
                let library = Library::open(FilePath::new(folder))?;
                for number in 0..count.parse().unwrap_or(u64::MAX) {
                    println!("{}", keep_one(&library, number)?);
                }
            }
            [_, folder, "world", id, count] => {
                let library = Library::open(FilePath::new(folder))?;
                for _ in 0..count.parse().unwrap_or(u64::MAX) {
                    println!("{}", count_up_in_world(&library, id)?);
                }
            }
            _ => {
                eprintln!("hammer FOLDER save ADDRESS COUNT | hammer FOLDER keep COUNT | hammer FOLDER world ID COUNT")
            }
        }
        Ok(())
    };
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::FAILURE
        }
    }
}
