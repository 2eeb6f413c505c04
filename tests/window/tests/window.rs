//! The real window: it starts, takes a drop from the desktop, keeps what was dropped, and loses no text by closing.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use ficha_window_test::{Desktop, Window, program};

const PATIENCE: Duration = Duration::from_secs(20);
const CARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/sillytavern/v2.png");

async fn see(client: &Client, xpath: &str) -> Element {
    match client.wait().at_most(PATIENCE).for_element(Locator::XPath(xpath)).await {
        Ok(element) => element,
        Err(error) => {
            let shown = client.execute("return document.body.innerText", Vec::new()).await.unwrap_or_default();
            panic!("{xpath} never came: {error}; the window shows {shown}")
        }
    }
}

async fn click(client: &Client, xpath: &str) {
    see(client, xpath).await.click().await.unwrap_or_else(|error| panic!("{xpath}: {error}"));
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "never came: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn picture(client: &Client, home: &Path, name: &str) {
    // What is in the tree is on the screen two frames later.
    const DRAWN: &str = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))";
    client.execute_async(DRAWN, Vec::new()).await.expect("two frames");
    let shot = client.screenshot().await.expect("a picture of the window");
    let path = home.join(name);
    std::fs::write(&path, shot).expect("the picture is kept");
    println!("a picture of the window: {}", path.display());
}

/// An empty home; that of an earlier run is taken away.
fn fresh_home(name: &str) -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if home.exists() {
        std::fs::remove_dir_all(&home).expect("the home of an earlier run goes");
    }
    std::fs::create_dir_all(&home).expect("a home for the test");
    home
}

fn count(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_dropped_on_the_window_is_reviewed_kept_edited_and_not_lost_by_closing() {
    let home = fresh_home("window");
    // A name with a blank and a letter beyond ASCII: the path must arrive as it is.
    let dropped = home.join("dropped é.png");
    std::fs::copy(CARD, &dropped).expect("the sample card");
    let program = program().expect("the program");
    let library = home.join("library");

    let desktop = Desktop::start("1440x900").expect("a display");
    let started = Instant::now();
    let window = Window::open(&desktop, &program, &home).await.expect("the window");
    let client = &window.client;
    see(client, "//nav//*[normalize-space()='Library']").await;
    println!("usable after {:.2} s, WebDriver and its session included", started.elapsed().as_secs_f64());

    let drag = desktop.drag_files(&[&dropped], (760, 480)).expect("a drag");
    see(client, "//*[contains(text(), 'Drop to review 1 file')]").await;
    drag.drop_here().expect("a drop");
    see(client, "//*[contains(text(), 'dropped é.png')]").await;
    see(client, "//p[contains(normalize-space(), 'SillyTavern card, Character, in PNG.')]").await;
    // Pictures come through the window's own scheme.
    until_drawn(client, &see(client, "//aside//img | //*[@role='complementary']//img").await).await;
    picture(client, &home, "review.png").await;
    assert_eq!(count(&library.join("entities/character")), 0, "nothing is kept before somebody says so");
    click(client, "//button[contains(normalize-space(), 'Keep 1')]").await;

    // Kept means on disk, whatever the window shows.
    until("the kept card", || count(&library.join("entities/character")) == 1).await;
    click(client, "//*[@role='option'][starts-with(normalize-space(), 'Ottoline Marsh')]").await;
    picture(client, &home, "library.png").await;
    click(client, "//button[normalize-space()='Open']").await;

    until_drawn(client, &see(client, "//img[contains(@src, 'ficha-media')]").await).await;
    let scenario = "//textarea[@id = //label[normalize-space()='Scenario']/@for]";
    let field = see(client, scenario).await;
    field.click().await.expect("the field takes the focus");
    field.send_keys(" The lamp falters.").await.expect("typing");
    // Closed as a person closes it, the text still being only in the page.
    desktop.close_window("Ficha").expect("a close");
    until("the window's end", || !window.is_running()).await;
    drop(window);
    assert_eq!(count(&library.join("drafts/character")), 1, "no draft in {}", library.display());

    let window = Window::open(&desktop, &program, &home).await.expect("the window again");
    let client = &window.client;
    // Its tab is there again.
    see(client, "//*[contains(text(), 'was found and is shown')]").await;
    let text = see(client, scenario).await.prop("value").await.expect("a value").unwrap_or_default();
    assert!(text.ends_with(" The lamp falters."), "{text}");
    picture(client, &home, "draft.png").await;
    client.clone().close().await.expect("the session ends");
}

/// Waits until a picture has pixels: an address that is refused leaves it without.
async fn until_drawn(client: &Client, picture: &Element) {
    let end = Instant::now() + PATIENCE;
    loop {
        let asked = vec![serde_json::to_value(picture).expect("a reference")];
        let wide = client.execute("return arguments[0].naturalWidth", asked).await.expect("a property");
        if wide.as_u64().is_some_and(|wide| wide > 0) {
            return;
        }
        assert!(Instant::now() < end, "the picture was never drawn: {:?}", picture.attr("src").await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
