//! Screenshots of pages, compared with reviewed reference pictures.
//!
//! References are scaled down from [`WIDE`] or [`NARROW`] windows. `ERGO_PICTURES=new` writes them again; review them
//! afterwards. Pictures are compared only if the fonts are those of the references, because other fonts break lines
//! elsewhere.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::browser::Browser;
use super::root;

/// Width of a wide window in pixels, and the scale of its picture.
pub const WIDE: (u32, f64) = (1400, 0.375);
/// Width of a phone window in pixels, and the scale of its picture.
pub const NARROW: (u32, f64) = (400, 0.5);
/// Share of the squares that may differ: less than one card of a board.
pub const ALLOWED: f64 = 0.0005;

/// A function that compares two pictures in squares of 6 by 6 pixels. Squares differ if the mean of a colour differs by more
/// than 16 of 255. Squares that only one picture has differ, too.
const COMPARED: &str = r##"(async (...files) => {
  const [one, other] = await Promise.all(files.map(async bytes => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    return { width: image.width, height: image.height, points: pen.getImageData(0, 0, image.width, image.height).data };
  }));
  const side = 6, found = [];
  const mean = (image, x, y, colour) => {
    let sum = 0, points = 0;
    for (let j = y; j < Math.min(y + side, image.height); j++)
      for (let i = x; i < Math.min(x + side, image.width); i++) { sum += image.points[4 * (j * image.width + i) + colour]; points++; }
    return points ? sum / points : -255;
  };
  let squares = 0;
  for (let y = 0; y < Math.max(one.height, other.height); y += side)
    for (let x = 0; x < Math.max(one.width, other.width); x += side) {
      squares++;
      if ([0, 1, 2].some(colour => Math.abs(mean(one, x, y, colour) - mean(other, x, y, colour)) > 16)) found.push([x, y]);
    }
  return { share: found.length / squares, first: found[0] || null };
})"##;

/// Widths of letters in the proportional and monospace fonts of the page.
const FONTS: &str = r##"(() => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d'), family = getComputedStyle(document.body).fontFamily;
  return [family, 'ui-monospace, monospace'].map(fonts => { pen.font = '32px ' + fonts; return pen.measureText('Ergo \u22a2 \u2192 \u00ac(A \u2228 B) 0123').width.toFixed(2); }).join(' ');
})()"##;

fn folder() -> PathBuf {
    root().join("harness/tests/reference/pictures")
}

/// Takes a PNG of a part of the page, scaled down, in a window of this width that is as high as the page, up to 1,800 pixels.
pub fn picture(browser: &mut Browser, (width, scale): (u32, f64), part: &str) -> Vec<u8> {
    browser.show(width, "light");
    browser.ask("Emulation.setScrollbarsHidden", json!({ "hidden": true })).expect("the browser answers");
    let height = browser.value("Math.min(document.documentElement.scrollHeight, 1800)");
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    browser.ask("Emulation.setDeviceMetricsOverride", size).expect("the browser answers");
    let mut clip = browser.value(&format!(
        "(() => {{ document.activeElement?.blur(); scrollTo(0, 0); const box = document.querySelector('{part}').getBoundingClientRect();\
         return {{ x: Math.floor(box.left), y: Math.floor(box.top), width: Math.ceil(box.width), height: Math.min(Math.ceil(box.height), 1800) }}; }})()"
    ));
    clip["scale"] = json!(scale);
    let taken = browser.ask("Page.captureScreenshot", json!({ "format": "png", "clip": clip }));
    let taken = taken.expect("the browser answers");
    let bytes = format!("[...atob('{}')].map(letter => letter.charCodeAt(0))", taken["data"].as_str().unwrap());
    serde_json::from_value(browser.value(&bytes)).unwrap()
}

/// Returns the share of squares in which two pictures differ, and the first of them.
pub fn difference(browser: &mut Browser, one: &[u8], other: &[u8]) -> (f64, Value) {
    let found = browser.value(&format!("{COMPARED}({one:?}, {other:?})"));
    (found["share"].as_f64().unwrap(), found["first"].clone())
}

/// Asserts that the page looks like the reference `name`, in a wide window and on a phone.
#[track_caller]
pub fn looks_as_on_record(browser: &mut Browser, name: &str) {
    let fonts = browser.value(FONTS).as_str().unwrap().to_owned();
    let note = folder().join("fonts.txt");
    let write = std::env::var_os("ERGO_PICTURES").is_some_and(|value| value == "new");
    if write {
        fs::create_dir_all(folder()).unwrap();
        fs::write(&note, format!("{fonts}\n")).unwrap();
    }
    let made_with = fs::read_to_string(&note).unwrap();
    if made_with.trim() != fonts {
        eprintln!("{name}: not compared with its picture, the fonts here ({fonts}) are not those it was made with");
        return;
    }
    for window in [WIDE, NARROW] {
        let file = folder().join(format!("{name}-{}.png", window.0));
        let seen = picture(browser, window, "main");
        if write {
            fs::write(&file, &seen).unwrap();
        }
        let record = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let (share, first) = difference(browser, &record, &seen);
        if share > ALLOWED {
            let now = std::env::temp_dir().join(file.file_name().unwrap());
            fs::write(&now, &seen).unwrap();
            panic!(
                "{name}, {} pixels wide: {:.1} % of the page looks other than {}, from {first} on (of the picture). \
                 Now: {}. If that is how it should look: ERGO_PICTURES=new",
                window.0,
                100.0 * share,
                file.display(),
                now.display()
            );
        }
    }
}
