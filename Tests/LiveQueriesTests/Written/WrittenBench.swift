import LiveSQL
import LiveSQLTestSupport
import SQLite

/// The databases of a round, opened as its layout says.
struct WrittenBench {
  let scratch: ScratchDirectory
  let here: any DatabaseWriter
  let there: (any DatabaseWriter)?
  /// The paths by which another process finds the files; `nil` if there is no other process.
  let process: FuzzPaths?

  /// Creates the databases.
  ///
  /// - Parameter prepare: Called for each connection.
  init(
    _ layout: WrittenLayout,
    prepare: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) throws {
    scratch = try ScratchDirectory()
    let paths = FuzzPaths(layout.store, in: scratch)
    let third = layout.isFile ? scratch.path(of: "third.db") : ":memory:"
    if layout.isFile {
      try Self.make(paths.main, layout, layout.main)
      try Self.make(paths.extra, layout, layout.extra.map { $0.replacing("@", with: "") })
      try Self.make(third, layout, layout.third.map { $0.replacing("@", with: "") })
    }
    var configuration = Self.configuration(paths, third, prepare)
    configuration.maximumCapturedRowCount = layout.capturedRowCount
    here = try paths.open(configuration)
    let isShared = layout.other == .there
    there = isShared ? try paths.open(Self.configuration(paths, third) { _ in }) : nil
    process = layout.other == .process ? paths : nil
    try here.writeWithoutTransaction { db in
      if !layout.isFile { try Self.fill(db, layout) }
      for sql in layout.temporary { try db.execute(sql: sql) }
      try Self.checkEncoding(db, layout)
    }
  }

  private static func configuration(
    _ paths: FuzzPaths,
    _ third: String,
    _ prepare: @escaping @Sendable (Database) throws -> Void
  ) -> Configuration {
    var configuration = paths.configuration(FuzzSwitch())
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { db in
      try db.execute(sql: "ATTACH ? AS third", arguments: [third])
      // With an automatic index, SQLite 3.40 overlooks rows whose texts only a collation makes
      // equal: its Bloom filter hashes their bytes. A fresh read is then wrong. 3.51 is right.
      if SQLiteLibrary.versionNumber < 3_051_000 {
        try db.execute(sql: "PRAGMA automatic_index = OFF")
      }
      try prepare(db)
    }
    return configuration
  }

  /// Creates a file, whose encoding is that of its first table.
  private static func make(_ path: String, _ layout: WrittenLayout, _ statements: [String]) throws {
    var configuration = Configuration()
    configuration.synchronous = .off
    configuration.prepareDatabase { $0.add(collation: .backwards) }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA encoding = '\(layout.encoding)'")
      for sql in statements { try db.execute(sql: sql) }
    }
    try queue.close()
  }

  /// Fills the databases in memory.
  private static func fill(_ db: Database, _ layout: WrittenLayout) throws {
    try db.execute(sql: "PRAGMA encoding = '\(layout.encoding)'")
    for sql in layout.main { try db.execute(sql: sql) }
    for sql in layout.extra { try db.execute(sql: sql.replacing("@", with: "extra.")) }
    for sql in layout.third { try db.execute(sql: sql.replacing("@", with: "third.")) }
  }

  /// Throws if the file does not have the encoding that the layout wants.
  private static func checkEncoding(_ db: Database, _ layout: WrittenLayout) throws {
    let encoding = try String.fetchOne(db, sql: "PRAGMA encoding")
    guard encoding == layout.encoding else {
      throw FuzzTrouble("the file has the encoding \(encoding ?? "of nothing")")
    }
  }

  func database(_ author: FuzzAuthor) -> any DatabaseWriter {
    author == .there ? there ?? here : here
  }
}

extension FuzzPaths {
  /// Creates the paths for a kind of database, in a folder.
  fileprivate init(_ kind: FuzzLayout.Store, in scratch: ScratchDirectory) {
    let isFile = kind != .memory
    store = kind.rawValue
    main = isFile ? scratch.path(of: "main.db") : ":memory:"
    extra = isFile ? scratch.path(of: "extra.db") : ":memory:"
    folder = scratch.path
  }
}
