import Foundation
import Studio
import TestBrowser
import TestSockets

/// The longest time between two frames while the wheel turns and another process inserts 50 rows a
/// second.
///
/// The newest rows are at the top, so the page changes with every commit.
struct Frames: Question {
  let name = "frames"

  private static let order = #"{"sort":[{"column":"id","descending":true}]}"#

  func ask(_ file: BigFile) async throws -> [Figure]? {
    try await file.withPage { page in
      let query = Self.order.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      try await page.evaluate("location.hash = '#/table/main/orders?\(query)'")
      try await page.wait(for: "document.querySelector('.row:not([hidden]) .cell')")
      try await page.evaluate(
        """
        (() => {
          window.frames_ = [];
          let last = performance.now();
          const step = now => { frames_.push(now - last); last = now; requestAnimationFrame(step); };
          requestAnimationFrame(step);
        })()
        """
      )
      async let commits = Writer.commits(file, count: 500, perSecond: 50, inserts: true)
      for turn in 0..<500 {
        try await page.wheel(turn % 100 < 90 ? 56 : -400, at: (700, 300))
        try await page.evaluate("new Promise(done => requestAnimationFrame(done))")
      }
      _ = try await commits
      let times = try await page.evaluate("frames_").elements.compactMap(\.number)
      return [
        Figure(
          name: "Frames while scrolling, longest",
          value: times.max() ?? .nan,
          bar: 50,
          unit: "ms"
        ),
        Figure(
          name: "Frames while scrolling, p99",
          value: times.percentile(0.99),
          bar: 34,
          unit: "ms"
        ),
      ]
    }
  }
}
