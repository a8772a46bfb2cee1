import LiveSQL

private let changesInPlace = "UPDATE books SET pages = ? WHERE id = ?"

/// A commit that changes one of 1,000 rows, which keeps its place.
enum LatencyOf1000: Figure {
  static let name = "live-1000"
  static let work = "From a commit's return to the property: one of 1,000 ordered rows changes"
  static let unit = "µs"
  static let bar = FigureBar.atMost(50)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 1_000).latency(of: changesInPlace)
  }
}

/// The same as ``LatencyOf1000``, for 10,000 rows.
enum LatencyOf10000: Figure {
  static let name = "live-10000"
  static let work = "From a commit's return to the property: one of 10,000 ordered rows changes"
  static let unit = "µs"
  static let bar = FigureBar.atMost(50)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 10_000).latency(of: changesInPlace)
  }
}

/// The same as ``LatencyOf1000``, for 100,000 rows.
enum LatencyOf100000: Figure {
  static let name = "live-100000"
  static let work = "From a commit's return to the property: one of 100,000 ordered rows changes"
  static let unit = "µs"
  static let bar = FigureBar.atMost(50)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 100_000).latency(of: changesInPlace)
  }
}

/// A commit that moves one of 100,000 rows to a random place.
enum LatencyOfMove: Figure {
  static let name = "live-move"
  static let work = "From a commit's return to the property: one of 100,000 ordered rows moves"
  static let unit = "µs"
  static let bar = FigureBar.atMost(300)

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 100_000)
      .latency(of: "UPDATE books SET title = printf('%08d of many titles', ?) WHERE id = ?")
  }
}
