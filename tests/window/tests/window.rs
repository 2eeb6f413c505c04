//! The real window: it starts, takes a drop from the desktop, and keeps what was dropped.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use fantoccini::{Client, Locator};
use ficha_window_test::{Desktop, Window, program};

const PATIENCE: Duration = Duration::from_secs(20);

async fn see(client: &Client, xpath: &str) -> fantoccini::elements::Element {
    client.wait().at_most(PATIENCE).for_element(Locator::XPath(xpath)).await.unwrap_or_else(|error| panic!("{xpath} never came: {error}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_dropped_on_the_window_is_reviewed_and_kept() {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("window-{}", std::process::id()));
    std::fs::create_dir_all(&home).expect("a home for the test");
    let card = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/sillytavern/v2.png"));
    // A name with a blank and a letter beyond ASCII: the path must arrive as it is.
    let dropped = home.join("dropped é.png");
    std::fs::copy(&card, &dropped).expect("the sample card");

    let desktop = Desktop::start("1440x900").expect("a display");
    let started = Instant::now();
    let window = Window::open(&desktop, &program().expect("the program"), &home).await.expect("the window");
    let client = &window.client;
    see(client, "//nav//*[normalize-space()='Library']").await;
    println!("usable after {:.2} s", started.elapsed().as_secs_f64());

    desktop.drop_files(&[&dropped], (760, 480)).expect("a drop");
    see(client, "//*[contains(normalize-space(), 'dropped é.png')]").await;
    let shot = client.screenshot().await.expect("a picture of the window");
    std::fs::write(home.join("review.png"), shot).expect("the picture is kept");
    see(client, "//button[contains(normalize-space(), 'Keep 1')]").await.click().await.expect("keep");

    // Kept means on disk, whatever the window shows.
    let entities = home.join("library/entities/character");
    let until = Instant::now() + PATIENCE;
    while std::fs::read_dir(&entities).map_or(0, Iterator::count) == 0 {
        assert!(Instant::now() < until, "nothing was kept in {}", entities.display());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!("pictures in {}", home.display());
    client.clone().close().await.expect("the session ends");
}
