/// A measurement of the live engine as it works in an application: from a commit to what a reader
/// sees.
///
/// There is nothing comparable to measure it against, so its bar is a number.
protocol Figure: SendableMetatype {
  /// The name on the command line.
  static var name: String { get }
  /// The work that is measured, in a few words.
  static var work: String { get }
  /// The unit of the number: `µs`, `×`.
  static var unit: String { get }
  /// The number that is good enough.
  static var bar: FigureBar { get }
  /// Whether it takes so long that it is measured only if it is named.
  static var isOnRequest: Bool { get }

  /// Measures it, in an empty folder.
  static func measure(in folder: String) throws -> Double
}

extension Figure {
  static var isOnRequest: Bool { false }
}

/// A number that is good enough.
enum FigureBar: Sendable, Encodable {
  case atMost(Double)
  case atLeast(Double)
  /// The number is only shown.
  case none

  func isPassed(by value: Double) -> Bool {
    switch self {
    case .atMost(let bar): value <= bar * Answer.margin
    case .atLeast(let bar): value * Answer.margin >= bar
    case .none: true
    }
  }

  var text: String {
    switch self {
    case .atMost(let bar): "≤ \(bar.text(digits: bar < 10 ? 2 : 0))"
    case .atLeast(let bar): "≥ \(bar.text(digits: bar < 10 ? 2 : 0))"
    case .none: "–"
    }
  }
}

/// All figures, in the order of the table.
let allFigures: [any Figure.Type] = [
  LatencyOf1000.self,
  LatencyOf10000.self,
  LatencyOf100000.self,
  LatencyOfMove.self,
  RowInPlace.self,
  RowMoves.self,
  RowInserted.self,
  RowDeleted.self,
  MillionInPlace.self,
  MillionMoves.self,
  MillionHeld.self,
  WriterStall.self,
  WriterStallOfRun.self,
  BulkInPlace.self,
  BulkMoves.self,
  BulkAgainstRun.self,
  ListsWithCounts.self,
  ListsWithCountsInSubquery.self,
  DistinctValues.self,
  MembersOfSubquery.self,
  JoinedWindow.self,
  UnionOfTables.self,
  NumberedRows.self,
  NumberedRowsOf10.self,
  NumberedRowsOf100.self,
  NumberedRowsOf1000.self,
  CountsOfGroups.self,
  SumsOfGroups.self,
  ExtremesOfGroups.self,
  SumOfRows.self,
  SumOfJoinedRows.self,
  RowsOfStatementInFrom.self,
  TextOfOrderedRows.self,
  PrefetchedChildren.self,
  RecordsWithCounts.self,
  RowsInSections.self,
  WholeTable.self,
  WindowUpdates.self,
  DifferenceOf40000.self,
  FiftyQueries.self,
  CommitsWithOne.self,
  CommitsWith50.self,
  CommitsWith1000.self,
  ProcessorTimeOfOne.self,
  ProcessorTimeOf50.self,
  ProcessorTimeOf1000.self,
  PinnedTimeOfOne.self,
  PinnedTimeOf50.self,
  PinnedTimeOf1000.self,
  StartOf1000.self,
  PointBesideSlow.self,
  PointApartFromSlow.self,
  CountedCommits.self,
  OtherProcess.self,
  ForeignCommit.self,
  FirstRead.self,
  RowMemory.self,
  PostgresLatency.self,
  PostgresLatencyOf1000.self,
  PostgresStartOf1000.self,
  PostgresCommitBesideLive.self,
  Soak.self,
]

/// The result of measuring a figure.
struct MeasuredFigure: Encodable {
  let name: String
  let work: String
  let unit: String
  let value: Double
  let bar: FigureBar
  let isWithinBar: Bool

  init<Asked: Figure>(_ type: Asked.Type, in folder: String) throws {
    name = type.name
    work = type.work
    unit = type.unit
    bar = type.bar
    value = try type.measure(in: folder)
    isWithinBar = bar.isPassed(by: value)
  }

  /// The cells of its row in the table.
  var cells: [String] {
    [
      "\(name): \(work)", "\(value.text(digits: value < 10 ? 2 : 0)) \(unit)", bar.text,
      isWithinBar ? "ok" : "FAIL",
    ]
  }
}
