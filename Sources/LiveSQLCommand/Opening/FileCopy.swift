import DatabaseTools
import Foundation
import SQLiteDatabase
import Terminal

/// A copy of a database file, with its options.
struct FileCopy: Sendable {
  static let discussion = [
    """
    The copy is a snapshot, even while others write. The file is written under another name, verified and then \
    renamed, so DEST is never half a copy. An existing file at DEST is kept, unless --replace is given; a link, a \
    folder or a device is never replaced, nor a database with a log that another program uses. JSON is {"source":…,"destination":…,"pages":…,"bytes":…}.
    """,
    "With --vacuum, the copy omits the space of deleted rows. 'copy' and 'backup' are the same for files.",
    KeyFile.discussion,
    """
    The copy of an encrypted database has the same passphrase. With --new-key-file it gets another one, also if \
    DB is not encrypted; with --decrypt it gets none.
    """,
  ]
  static let arguments: [CommandSyntax.Argument] = [
    .database, .init(name: "DEST", help: "The path of the copy; a new file.", isFile: true),
  ]
  static let options = [
    replace.syntax, vacuum.syntax, KeyFile.option.syntax, newKeyFile.syntax, decrypt.syntax,
    CommonOptions.json.syntax,
  ]

  private static let vacuum = Option(
    flag: "vacuum",
    help: "Omits the space of deleted rows."
  )
  private static let replace = Option(flag: "replace", help: "Replaces the file at DEST.")
  private static let newKeyFile = Option<KeyFile>(
    "new-key-file",
    value: "FILE",
    help: "The file with the passphrase of the copy."
  ) { text throws(UsageError) in
    guard !text.isEmpty else { throw UsageError("'--new-key-file' takes the path of a file") }
    return KeyFile(path: text)
  }
  private static let decrypt = Option(
    flag: "decrypt",
    help: "Writes a copy that is not encrypted."
  )

  /// The file to copy.
  let source: String
  /// The path of the copy.
  let destination: String
  /// Whether an existing file at the path is replaced.
  let replaces: Bool
  /// Whether the copy has no free space.
  let vacuums: Bool
  /// The file with the key of the source.
  let keyFile: KeyFile?
  /// The file with another key of the copy.
  let newKeyFile: KeyFile?
  /// Whether the copy is a plain file.
  let decrypts: Bool

  /// Whether an option was given that applies only to files.
  var hasOptionsOfFiles: Bool { vacuums || replaces || changesKey }

  /// Whether the copy has another key than the source, or none.
  var changesKey: Bool { newKeyFile != nil || decrypts }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try arguments.requiredArgument(at: 0, named: "DB")
    destination = try arguments.requiredArgument(at: 1, named: "DEST")
    replaces = arguments.has(Self.replace)
    vacuums = arguments.has(Self.vacuum)
    keyFile = try arguments.keyFile()
    newKeyFile = try arguments.value(of: Self.newKeyFile)
    decrypts = arguments.has(Self.decrypt)
    if decrypts, newKeyFile != nil {
      throw UsageError("'--new-key-file' and '--decrypt' exclude each other")
    }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let file = try DatabaseFile(path: source, keyFile: keyFile)
    let newKey = try newKeyFile.key()
    let key = changesKey ? newKey : file.key
    let written = WrittenFile(path: destination, replaces: replaces)
    try written.checkIsApart(from: source)
    try written.prepare()
    defer { written.discard() }
    let code = try await runUntilStopped(context.events(), stopsOnClosedOutput: false) {
      if changesKey {
        try await export(file, to: written.partialPath, key)
      } else {
        try await copy(file, to: written.partialPath, context)
      }
      try await complete(written.partialPath, key)
    }
    guard code == .success else { return code }
    let pages = try await pageCount(of: written.partialPath, key)
    try written.finish()
    let bytes = try FileManager.default.attributesOfItem(atPath: destination)[.size] as? Int ?? 0
    try context.output.write(
      CopyReport(source: source, destination: destination, pages: pages, bytes: bytes)
    )
    return .success
  }

  /// Writes a copy with another key, or without one.
  private func export(_ file: DatabaseFile, to path: String, _ key: EncryptionKey?) async throws {
    let database = try file.openForReading()
    try await database.closing {
      if let key {
        try await database.exportEncrypted(to: path, key: key)
      } else {
        try await database.exportPlain(to: path)
      }
    }
  }

  private func copy(_ file: DatabaseFile, to path: String, _ context: CommandContext) async throws {
    let database = try file.openForReading()
    try await database.closing {
      guard !vacuums else { return try await database.vacuum(into: path) }
      let copy = try DatabaseQueue(path: path, configuration: Self.configuration(file.key))
      let note = context.progress("Copying", unit: "pages", besidesOutput: true)
      try await copy.closing {
        try await database.backup(to: copy) { progress in
          try note?.update(completed: progress.completedPageCount, total: progress.totalPageCount)
        }
      }
      try note?.end()
    }
  }

  /// Makes the copy a single file, and verifies it.
  private func complete(_ path: String, _ key: EncryptionKey?) async throws {
    let copy = try DatabaseQueue(path: path, configuration: Self.configuration(key))
    let damage = try await copy.closing {
      try await copy.writeWithoutTransaction { db in
        // A copy in WAL mode would have a log next to it.
        _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
      }
      return try await firstDamage(in: copy)
    }
    guard let damage else { return }
    throw CommandFailure(
      message: "The copy would be damaged, so there is none: \(damage). "
        + "Check the database with '\(programName) verify'."
    )
  }

  private func firstDamage(in copy: DatabaseQueue) async throws -> String? {
    do {
      guard try await copy.integrityCheck(isQuick: true).contains(where: \.isDamageOfFile) else {
        return nil
      }
      // The quick check of some versions of SQLite is wrong about some tables without rowids.
      return try await copy.integrityCheck().first(where: \.isDamageOfFile)?.description
    } catch let error as DatabaseError where error.code == .sql {
      // It needs a collation or a module that only the database's own program has.
      return nil
    }
  }

  private func pageCount(of path: String, _ key: EncryptionKey?) async throws -> Int {
    let copy = try DatabaseQueue(path: path, configuration: Self.configuration(key))
    return try await copy.closing {
      try await copy.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
    }
  }

  private static func configuration(_ key: EncryptionKey?) -> Configuration {
    var configuration = Configuration()
    configuration.useKey(key)
    configuration.journalMode = .unchanged
    configuration.foreignKeysEnabled = false
    return configuration
  }
}

extension IntegrityProblem {
  /// Whether the file is damaged, and not only a row that breaks a constraint of its table.
  fileprivate var isDamageOfFile: Bool {
    guard kind == .damage else { return false }
    let isOfRow =
      message.hasPrefix("CHECK constraint failed in ")
      || ["NULL", "NUMERIC", "TEXT", "non-"].contains { message.hasPrefix($0) }
        && message.contains(" value in ")
    return !isOfRow
  }
}

/// The report of `livesql copy`.
private struct CopyReport: Presentable {
  let source: String
  let destination: String
  let pages: Int
  let bytes: Int

  var json: JSON {
    [
      "source": .string(source), "destination": .string(destination),
      "pages": .integer(Int64(pages)), "bytes": .integer(Int64(bytes)),
    ]
  }

  func lines(width: Int?) -> [Line] {
    [
      Line(
        "Copied \(source) to \(destination): \(counted(pages, "page")), \(grouped(bytes)) bytes.",
        .success
      )
    ]
  }
}
