import LiveSQLTestSupport

/// A live query of a round.
enum WrittenQuery: Sendable {
  /// SQL text, in the spelling that is watched and in the plainest one.
  case text(WrittenShape, sql: String, plain: String)
  /// A typed statement or a request for records, as a number for ``WrittenCatalogue``.
  case typed(Int)
}

/// The queries and transactions of one round, which a seed decides before anything runs, so that a
/// shorter script can be tried again.
struct WrittenScript: Sendable {
  let seed: UInt64
  let layout: WrittenLayout
  var queries: [WrittenQuery]
  var commits: [FuzzWriting]

  /// The number of shapes in a round; rounds with consecutive seeds go through all of them.
  private static let shapeCount = 12
  private static let typedCount = 2

  init(seed: UInt64, commitCount: Int) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    let layout = WrittenLayout(seed: seed, using: &random)
    self.layout = layout
    queries = Self.texts(seed, layout, using: &random) + Self.typed(using: &random)
    let shapes = queries.compactMap { query in
      if case .text(let shape, _, _) = query { shape } else { nil }
    }
    let focus = WrittenStatements.focus(on: shapes)
    var writer = Writer(random: random, layout: layout, focus: focus)
    commits = (0..<commitCount).map { _ in writer.next() }
  }

  private static func texts(
    _ seed: UInt64,
    _ layout: WrittenLayout,
    using random: inout SeededGenerator
  ) -> [WrittenQuery] {
    let all = WrittenShape.all
    // After all windows, they begin one shape later, so that each shape comes in each place.
    let count = UInt64(all.count)
    let first = Int(seed % count) * shapeCount + Int(seed / count % count)
    return (first..<first + shapeCount).map { all[$0 % all.count] }
      .filter { layout.hasTemporary || !$0.needsTemporary }
      .map { shape in
        let (written, plain) = WrittenScribe.query(shape.template, using: &random)
        return .text(shape, sql: written, plain: plain)
      }
  }

  private static func typed(using random: inout SeededGenerator) -> [WrittenQuery] {
    (0..<typedCount).map { _ in .typed(random.below(1_000)) }
  }
}

/// A writer of transactions.
private struct Writer {
  var random: SeededGenerator
  let layout: WrittenLayout
  let focus: [String]

  mutating func next() -> FuzzWriting {
    let author = random.pick(layout.authors)
    var files = random.pick([FuzzFiles.main, .main, .main, .both, .temporary])
    // Others do not see the third file, nor the tables of this connection.
    if author != .here, files == .temporary { files = .main }
    var writing = FuzzWriting(author: author, files: files, statements: statements(files))
    if random.chance(8) { writing.ending = .rollback }
    return writing
  }

  private mutating func statements(_ files: FuzzFiles) -> [String] {
    if random.chance(5), files == .main { return [written(random.pick(WrittenStatements.schema))] }
    var statements = (0..<random.pick([1, 1, 1, 2, 3, 5])).map { _ in statement(files) }
    if random.chance(15) {
      let end = random.pick(["ROLLBACK TO step", "ROLLBACK TO step", "RELEASE step"])
      statements = ["SAVEPOINT step"] + statements + [end, statement(files)]
    }
    return statements
  }

  private mutating func statement(_ files: FuzzFiles) -> String {
    written(WrittenStatements.next(files, layout, focus: focus, using: &random))
  }

  private mutating func written(_ template: String) -> String {
    WrittenScribe.statement(template, using: &random)
  }
}

extension WrittenQuery: CustomStringConvertible {
  var description: String {
    switch self {
    case .text(let shape, let sql, let plain): "-- \(shape.name)\n\(sql)\n-- which means\n\(plain)"
    case .typed(let number): "-- typed query \(number) of WrittenCatalogue"
    }
  }
}

extension WrittenScript: CustomStringConvertible {
  var description: String {
    """
    -- LIVESQL_FUZZ_SEED=\(seed)
    \(layout)
    -- live queries:
    \(queries.map(\.description).joined(separator: "\n"))
    -- transactions:
    \(commits.map(\.description).joined(separator: "\n"))
    """
  }
}
