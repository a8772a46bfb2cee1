import LiveSQL

private let changesInPlace = "UPDATE books SET pages = ? WHERE id = ?"

/// A commit of one row that keeps its place among 1,000.
enum LatencyOf1000: Figure {
  static let name = "live-1000"
  static let work = "a row of 1,000 by title changes, commit's return to property"
  static let unit = "µs"
  static let bar = FigureBar.atMost(50)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 1_000).latency(of: changesInPlace)
  }
}

/// As ``LatencyOf1000``, of 10,000.
enum LatencyOf10000: Figure {
  static let name = "live-10000"
  static let work = "a row of 10,000 by title changes"
  static let unit = "µs"
  static let bar = FigureBar.atMost(50)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 10_000).latency(of: changesInPlace)
  }
}

/// As ``LatencyOf1000``, of 100,000.
enum LatencyOf100000: Figure {
  static let name = "live-100000"
  static let work = "a row of 100,000 by title changes"
  static let unit = "µs"
  static let bar = FigureBar.atMost(50)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 100_000).latency(of: changesInPlace)
  }
}

/// A commit of one row that moves to a random place among 100,000.
enum LatencyOfMove: Figure {
  static let name = "live-move"
  static let work = "a row of 100,000 by title moves"
  static let unit = "µs"
  static let bar = FigureBar.atMost(300)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 100_000)
      .latency(of: "UPDATE books SET title = printf('%08d of many titles', ?) WHERE id = ?")
  }
}
