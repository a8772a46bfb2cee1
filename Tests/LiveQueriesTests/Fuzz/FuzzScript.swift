import LiveSQLTestSupport

/// The operations of one round, which a seed decides before anything runs, so that a shorter script
/// can be tried again.
struct FuzzScript: Sendable {
  let seed: UInt64
  let layout: FuzzLayout
  /// The live queries, as indices in the catalogue.
  let queries: [Int]
  var operations: [FuzzOperation]

  init(seed: UInt64, queryCount: Int, operationCount: Int) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    layout = FuzzLayout(using: &random)
    queries = Array((0..<queryCount).shuffled(using: &random).prefix(8))
    var writer = Writer(random: random, layout: layout, queryCount: queries.count)
    operations = writer.beginning()
    while operations.count < operationCount { operations.append(writer.next()) }
  }
}

/// A writer of the operations of a script.
private struct Writer {
  var random: SeededGenerator
  let layout: FuzzLayout
  let queryCount: Int

  /// Fetches and watches each query, in random order, before and after rows and schemas change.
  mutating func beginning() -> [FuzzOperation] {
    var operations: [FuzzOperation] = []
    for query in 0..<queryCount {
      operations += uses().map { .use($0, query: query) }
      if random.chance(30) { operations.append(.write(writing())) }
    }
    return operations
  }

  private mutating func uses() -> [FuzzUse] {
    random.pick([
      [.watch], [.watch], [.fetch, .watch], [.fetchInWrite, .watch], [.watchAtOnce],
      [.fetch, .fetchInWrite, .watchAtOnce], [.watch, .watchAgain], [.fetch],
    ])
  }

  mutating func next() -> FuzzOperation {
    switch random.below(100) {
    case 0..<10: .use(random.pick(FuzzUse.allCases), query: random.below(queryCount))
    case 10..<16: maintenance()
    case 16..<20: both()
    case 20..<26: fault()
    case 26: .releaseMemory
    case 27..<44: .write(schemaChange())
    default: .write(writing())
    }
  }

  private mutating func maintenance() -> FuzzOperation {
    let author = random.pick(layout.authors)
    let sql = random.pick([
      "VACUUM", "ANALYZE", "REINDEX", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA optimize",
      "PRAGMA incremental_vacuum", "PRAGMA user_version = 3",
    ])
    return .maintain(author, sql)
  }

  private mutating func both() -> FuzzOperation {
    var (one, other) = (writing(), writing())
    one.author = .here
    other.author = layout.authors.last { isAllowed($0, other.files) } ?? .here
    return one.author == other.author ? .write(one) : .both(one, other)
  }

  private mutating func fault() -> FuzzOperation {
    var faults: [FuzzFault] = [
      .function(code: random.pick([5, 6, 7, 10, 13, 26])), .interruption,
    ]
    if layout.hasFaultyFiles {
      faults.append(.file(nth: random.below(12) + 1, outOfMemory: random.chance(40)))
    }
    if layout.store == .journal, layout.other == .there { faults.append(.lock) }
    var writing = writing()
    writing.author = .here
    return .fault(random.pick(faults), writing, query: random.below(queryCount))
  }

  private mutating func writing() -> FuzzWriting {
    var writing = start()
    for _ in 0..<random.pick([0, 1, 1, 2, 3, 4]) {
      writing.statements.append(FuzzStatements.next(writing.files, using: &random))
    }
    if random.chance(6) { writing.ending = .rollback }
    return writing
  }

  private mutating func schemaChange() -> FuzzWriting {
    var writing = start()
    if random.chance(20) {
      writing.statements.append(FuzzStatements.next(writing.files, using: &random))
    }
    writing.statements += FuzzSchema.change(writing.files, using: &random)
    if random.chance(20) {
      writing.statements.append(FuzzStatements.next(writing.files, using: &random))
    }
    if random.chance(8) { writing.ending = .rollback }
    return writing
  }

  private mutating func start() -> FuzzWriting {
    let author = random.pick(layout.authors)
    let files = random.pick([FuzzFiles.main, .main, .main, .main, .main, .extra, .both, .temporary])
    return FuzzWriting(
      author: isAllowed(author, files) ? author : .here,
      files: files,
      statements: []
    )
  }

  /// Whether an author can write these files; only its own connection sees temporary tables.
  private func isAllowed(_ author: FuzzAuthor, _ files: FuzzFiles) -> Bool {
    author == .here || files != .temporary
  }
}

extension FuzzScript: CustomStringConvertible {
  var description: String {
    "-- LIVESQL_FUZZ_SEED=\(seed), queries \(queries)\n\(layout)\n"
      + operations.map(\.description).joined(separator: "\n")
  }
}
