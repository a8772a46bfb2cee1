import Foundation
import Studio
import TestBrowser
import TestSockets

/// Whether there is a browser; prints what is left out if there is none.
var hasBrowser: Bool {
  if TestBrowser.path != nil { return true }
  print("There is no Chromium: what is seen in a page is not measured.")
  return false
}

extension BigFile {
  /// Runs a closure with the table's page in a browser; returns `nil` if there is no browser.
  func withPage<Result>(_ body: (BrowserPage) async throws -> Result) async throws
    -> Result?
  {
    guard hasBrowser else { return nil }
    return try await withStudio { _, address in
      let page = try await TestBrowser.shared().open(address)
      try await page.wait(for: "document.querySelector('#badge')?.dataset.state === 'live'")
      try await page.wait(for: "document.querySelector('.total')?.textContent === '1,000,000 rows'")
      let result = try await body(page)
      await page.closeContext()
      return result
    }
  }
}

/// The time from another process's commit to the change on the screen.
struct Pixels: Question {
  let name = "pixels"

  func ask(_ file: BigFile) async throws -> [Figure]? {
    try await file.withPage { page in
      try await page.evaluate(
        """
        (() => {
          window.seen = {};
          // Whether a callback of a frame runs, or the microtasks after it.
          let isInFrame = false;
          const request = window.requestAnimationFrame.bind(window);
          window.requestAnimationFrame = (run) => request((time) => {
            isInFrame = true;
            try { run(time); } finally { queueMicrotask(() => { isInFrame = false; }); }
          });
          const note = () => {
            const text = document.querySelector('.row:not([hidden]) .cell:nth-child(6)')?.textContent ?? '';
            if (!/^n\\d+$/.test(text) || seen[text]) return;
            seen[text] = 1;
            // A frame has been painted when the task after it runs. What a callback of a frame changes
            // is part of that frame, other changes are part of the next one.
            const painted = () => setTimeout(() => {
              seen[text] = performance.timeOrigin + performance.now();
            });
            if (isInFrame) painted(); else request(painted);
          };
          new MutationObserver(note).observe(document.querySelector('.rows'),
            { subtree: true, childList: true, characterData: true });
        })()
        """
      )
      let commits = try await Writer.commits(file, count: 200, perSecond: 20)
      try await Task.sleep(for: .milliseconds(300))
      let seen = try await page.evaluate("seen").members
      let times = commits.compactMap { number, commit in
        seen["n\(number)"]?.number.map { $0 - commit.wall }
      }
      return [
        Figure(
          name: "Another process's commit to pixels, p50",
          value: times.median,
          bar: 30,
          unit: "ms"
        )
      ]
    }
  }
}

/// The time from the key End to the last of a million rows on the screen.
struct EndKey: Question {
  let name = "end-key"

  func ask(_ file: BigFile) async throws -> [Figure]? {
    try await file.withPage { page in
      var times: [Double] = []
      for _ in 0..<15 {
        try await page.press("Control+Home")
        try await page.wait(for: Self.shows("1"))
        try await page.evaluate(
          """
          addEventListener('keydown', event => { window.pressed = event.timeStamp; },
            { once: true, capture: true })
          """
        )
        try await page.press("Control+End")
        let time = try await page.evaluate(
          """
          new Promise(done => {
            const step = () => \(Self.shows("1000000"))
              ? setTimeout(() => done(performance.now() - pressed)) : requestAnimationFrame(step);
            step();
          })
          """
        )
        times.append(time.number ?? .nan)
      }
      return [
        Figure(
          name: "The key End to the last of 1,000,000 rows, p50",
          value: times.median,
          bar: 200,
          unit: "ms"
        )
      ]
    }
  }

  private static func shows(_ id: String) -> String {
    "[...document.querySelectorAll('.row')].some(r => !r.hidden && r.children[1].textContent === '\(id)')"
  }
}
