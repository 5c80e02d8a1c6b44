//! A headless browser, driven by the DevTools protocol over two pipes, so that no port is open.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// Executable names of Chromium browsers.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// Longest time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(240);

/// An expression for all elements that are wider than the window or cut off at its right edge, and for clipped SVG texts.
const CUT: &str = r##"(() => {
  const found = [], width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > innerWidth) found.push('page ' + document.documentElement.scrollWidth);
  for (const node of document.querySelectorAll('main *, dialog[open] *')) {
    if (!node.getClientRects().length || node.closest('svg, input')) continue;
    const hides = ['hidden', 'clip'].includes(getComputedStyle(node).overflowX) && node.textContent.trim();
    const cut = hides && node.scrollWidth > node.clientWidth + 1, out = node.getBoundingClientRect().right > width + 1 && !node.closest('.wide, pre');
    if (cut || out) found.push(node.outerHTML.slice(0, 120));
  }
  // An SVG clips texts at its frame.
  for (const text of document.querySelectorAll('main svg text')) {
    if (!text.getClientRects().length) continue;
    const own = text.getBoundingClientRect(), frame = text.ownerSVGElement.getBoundingClientRect();
    if (own.left < frame.left - 1 || own.right > frame.right + 1) found.push('picture: ' + text.textContent);
  }
  return found;
})()"##;

pub const CONTRAST: &str = r##"(() => {
  // Red, green, blue and alpha, from 0 to 1.
  const numbers = colour => {
    const [r, g, b, alpha] = colour.match(/[\d.e-]+(?![a-z])/g).map(Number), whole = colour.startsWith("color(") ? 1 : 255;
    return [r / whole, g / whole, b / whole, alpha === undefined ? 1 : alpha];
  };
  const light = rgb => {
    const [r, g, b] = rgb.map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const known = new Map([[null, [1, 1, 1]]]);
  const behind = node => {
    if (!known.has(node)) {
      const [r, g, b, alpha] = numbers(getComputedStyle(node).backgroundColor), below = alpha === 1 ? [0, 0, 0] : behind(node.parentElement);
      known.set(node, [r, g, b].map((part, i) => alpha * part + (1 - alpha) * below[i]));
    }
    return known.get(node);
  };
  let least = { ratio: 21 };
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim());
    if (!own || node.disabled || node.closest("script") || !node.getClientRects().length || node.namespaceURI.endsWith("svg")) continue;
    const [one, other] = [light(numbers(getComputedStyle(node).color).slice(0, 3)), light(behind(node))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < least.ratio) least = { ratio, text: node.textContent.slice(0, 40) };
  }
  return least;
})()"##;

/// An expression for the mark with the least contrast to what lies behind it: of its borders, outline, shadow and background the best
/// counts. WCAG 2.2 asks for 3 to 1 (1.4.11).
pub const MARKS: &str = r##"(() => {
  const numbers = colour => { const found = (colour.match(/[\d.]+/g) || []).map(Number); return colour.startsWith('rgb') ? [...found.slice(0, 3), found[3] ?? 1] : null; };
  const light = rgb => { const [r, g, b] = rgb.map(part => part / 255).map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const over = (top, below) => top.slice(0, 3).map((part, i) => top[3] * part + (1 - top[3]) * below[i]);
  const behind = node => { if (!node) return [255, 255, 255]; const own = numbers(getComputedStyle(node).backgroundColor) || [0, 0, 0, 0]; return own[3] === 1 ? own.slice(0, 3) : over(own, behind(node.parentElement)); };
  let least = { ratio: 21 };
  const compare = (node, colours, back, text) => {
    const best = Math.max(1, ...colours.filter(one => one && one[3] > 0).map(one => { const [a, b] = [light(over(one, back)), light(back)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); }));
    if (best < least.ratio) least = { ratio: best, text: text + ' ' + node.outerHTML.slice(0, 120) };
  };
  for (const node of document.querySelectorAll('#board .stone, #board .card, #board .lit, #board .picked, #board .new, #board .last, #board .five, #board .moved, .school, .cube, .pawn, .meter, .key i, .self.is')) {
    if (!node.getClientRects().length || node.closest('[hidden]')) continue;
    const style = getComputedStyle(node), back = behind(node.parentElement), own = behind(node), shadow = style.boxShadow.match(/rgba?\([^)]*\)/g) || [];
    const border = ['Top', 'Left'].filter(side => parseFloat(style['border' + side + 'Width']) > 0).map(side => numbers(style['border' + side + 'Color']));
    const outline = style.outlineStyle !== 'none' ? [numbers(style.outlineColor)] : [], inset = style.boxShadow.includes('inset');
    const dot = getComputedStyle(node, '::after');
    // A mark inside a square is seen on the square.
    if (node.matches('.square')) { compare(node, shadow.map(numbers).concat(dot.content !== 'none' ? [numbers(dot.backgroundColor)] : [], node.matches('.lit:not(:empty):not(.last):not(.picked)') ? [[0, 0, 0, 1]] : []), own, 'inside'); continue; }
    compare(node, [...border, ...outline, ...shadow.map(numbers), numbers(style.backgroundColor)], inset && !border.length ? own : back, 'mark');
  }
  return least;
})()"##;

/// A browser with one page.
pub struct Browser {
    child: Child,
    pipe: ChildStdin,
    answers: Receiver<Value>,
    number: u64,
    page: Option<String>,
    _profile: TempDir,
}

/// Returns the browser given by `ERGO_BROWSER`, or the first installed one of the known names.
fn find_browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("ERGO_BROWSER") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES.iter().flat_map(|name| places.iter().map(move |place| place.join(name))).find(|file| file.is_file())
}

impl Browser {
    /// Opens `address` in a browser. `None` if no browser answers.
    pub fn open(address: &str) -> Option<Browser> {
        let profile = crate::common::tempdir().unwrap();
        // The pipes of the protocol are descriptors 3 and 4.
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null", "sh"]).arg(find_browser()?);
        command.arg(format!("--user-data-dir={}", profile.path().display())).args([
            "--remote-debugging-pipe",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-extensions",
        ]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (pipe, output) = (child.stdin.take()?, child.stdout.take()?);
        let (said, answers) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut message = Vec::new();
            while output.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                let read = serde_json::from_slice::<Value>(message.strip_suffix(&[0]).unwrap_or(&message));
                if read.is_ok_and(|value| said.send(value).is_err()) {
                    return;
                }
                message.clear();
            }
        });
        let mut browser = Browser { child, pipe, answers, number: 0, page: None, _profile: profile };
        let target = browser.ask("Target.createTarget", json!({ "url": address }))?["targetId"].clone();
        let attached = browser.ask("Target.attachToTarget", json!({ "targetId": target, "flatten": true }))?;
        browser.page = attached["sessionId"].as_str().map(str::to_owned);
        browser.there(address);
        Some(browser)
    }

    /// Navigates to another address.
    pub fn go(&mut self, address: &str) {
        self.ask("Page.navigate", json!({ "url": address })).expect("the browser answers");
        self.there(address);
    }

    fn there(&mut self, address: &str) {
        self.until(&format!("location.href === '{address}' && document.readyState === 'complete'"));
    }

    /// Sends a command and returns its result. `None` if the browser is gone.
    pub fn ask(&mut self, method: &str, with: Value) -> Option<Value> {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": with });
        if let Some(page) = &self.page {
            message["sessionId"] = json!(page);
        }
        self.pipe.write_all(format!("{message}\0").as_bytes()).ok()?;
        loop {
            let answer = self.answers.recv_timeout(PATIENCE).ok()?;
            if answer["id"] == self.number {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return Some(answer["result"].clone());
            }
        }
    }

    /// Evaluates an expression of the page, after promises settle.
    pub fn value(&mut self, expression: &str) -> Value {
        let with = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.ask("Runtime.evaluate", with).expect("the browser answers");
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression of the page is true.
    pub fn until(&mut self, expression: &str) {
        let late = std::time::Instant::now() + Duration::from_secs(120);
        while self.value(expression) != json!(true) {
            if std::time::Instant::now() > late {
                let shows = self
                    .value("[location.pathname, document.title, document.body?.innerText.slice(0, 500)].join(' | ')");
                panic!("never: {expression}; the page shows {shows}");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Resizes the window and selects the light or dark colour scheme.
    pub fn show(&mut self, width: u32, scheme: &str) {
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", size).expect("the browser answers");
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        self.ask("Emulation.setEmulatedMedia", features).expect("the browser answers");
    }

    /// Returns all elements that are cut off or wider than a window of this width.
    pub fn cut(&mut self, width: u32) -> Value {
        self.show(width, "light");
        self.value(CUT)
    }

    /// Asserts that the page fits and is readable on wide and narrow screens, light and dark.
    #[track_caller]
    pub fn fits(&mut self, what: &str) {
        for (scheme, width) in [("light", 1400), ("dark", 1400), ("light", 400), ("dark", 400)] {
            self.show(width, scheme);
            assert_eq!(self.value(CUT), json!([]), "{what}, {width}");
            let least = self.value(CONTRAST);
            assert!(least["ratio"].as_f64().unwrap() >= 4.5, "{what}, {scheme}: {least}");
        }
    }

    /// Presses a key, given by its name and the letter it types, if any.
    pub fn press(&mut self, key: &str, letter: Option<&str>) {
        let code = match key {
            "Enter" => 13,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Tab" => 9,
            "Escape" => 27,
            key => u32::from(key.as_bytes()[0].to_ascii_uppercase()),
        };
        let text = letter.map_or(json!(null), |letter| json!(letter));
        for kind in ["keyDown", "keyUp"] {
            let mut with = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
            if kind == "keyDown" && !text.is_null() {
                with["text"] = text.clone();
            }
            self.ask("Input.dispatchKeyEvent", with).expect("the browser answers");
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
