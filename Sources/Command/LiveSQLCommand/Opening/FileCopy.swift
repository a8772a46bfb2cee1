import SQLiteDatabase
import SQLiteTools
import Terminal

/// A copy of a database file, with its options.
struct FileCopy: Sendable {
  static let discussion = [
    """
    The copy is a snapshot, even while others write. The file is written under another name, verified and then \
    renamed, so DEST is never half a copy. An existing file at DEST is kept, unless --replace is given; a link, a \
    folder or a device is never replaced, nor a file that is neither empty nor a database, nor a database with a \
    log that another program uses. A file that may be encrypted is replaced only if a key file is given. \
    JSON is {"source":…,"destination":…,"pages":…,"bytes":…}.
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
  private static let replace = Option(flag: "replace", help: "Replaces the database at DEST.")
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
    let encryption = try encryption()
    // SQLite would remove the file at DEST on opening DB if it took that for a part of DB.
    try WrittenFile.checkIsApart(destination, from: source)
    if replaces {
      let hasKey = keyFile != nil || newKeyFile != nil
      try ReplacedFile(path: destination, mayBeEncrypted: hasKey).check()
    }
    return try await runUntilStopped(context.events(), stopsOnClosedOutput: false) {
      let database = try file.openForReading()
      let summary = try await database.closing { try await copy(database, encryption, context) }
      try context.output.write(
        CopyReport(source: source, destination: destination, summary: summary)
      )
    }
  }

  private func encryption() throws(CommandFailure) -> FileCopyEncryption {
    if let key = try newKeyFile.key() { return .key(key) }
    return decrypts ? .none : .unchanged
  }

  private func copy(
    _ database: DatabaseQueue,
    _ encryption: FileCopyEncryption,
    _ context: CommandContext
  ) async throws -> FileCopySummary {
    let isInSteps = !vacuums && !changesKey
    let note = isInSteps ? context.progress("Copying", unit: "pages", besidesOutput: true) : nil
    let summary = try await database.copy(
      toFile: destination,
      replacesFile: replaces,
      vacuums: vacuums,
      encryption: encryption
    ) { progress in
      try note?.update(completed: progress.completedPageCount, total: progress.totalPageCount)
    }
    try note?.end()
    return summary
  }
}

/// The report of `livesql copy`.
private struct CopyReport: Presentable {
  let source: String
  let destination: String
  let summary: FileCopySummary

  var json: JSON {
    [
      "source": .string(source), "destination": .string(destination),
      "pages": .integer(Int64(summary.pageCount)),
      "bytes": .integer(Int64(summary.byteCount)),
    ]
  }

  func lines(width: Int?) -> [Line] {
    let pages = counted(summary.pageCount, "page")
    let bytes = grouped(summary.byteCount)
    return [Line("Copied \(source) to \(destination): \(pages), \(bytes) bytes.", .success)]
  }
}
