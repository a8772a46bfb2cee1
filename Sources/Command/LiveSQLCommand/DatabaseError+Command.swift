import SQLiteDatabase

extension DatabaseError {
  /// The problem and its remedy, for users of the command line.
  ///
  /// The library's advice is meant for programs and names things that a command line does not have.
  /// It is at the end of the explanation, so it can be separated from what SQLite said.
  var commandMessage: String {
    let database = path.map { " Database: \($0)." } ?? ""
    for (advice, ours) in Self.commandAdvice where explanation.hasSuffix(advice) {
      return explanation.dropLast(advice.count) + ours + database
    }
    return explanation + database
  }

  /// The library's advice, and its replacement on the command line.
  private static let commandAdvice: [(library: String, command: String)] = [
    (
      "Begin a transaction that writes with IMMEDIATE, as `write` does.",
      "Begin a transaction that writes with BEGIN IMMEDIATE."
    ),
    (
      "Try again, or wait longer with `Configuration.busyMode`.",
      "Try again when it has ended."
    ),
    (
      "Run `integrityCheck` and restore a backup.",
      "See what is damaged with '\(programName) verify', and restore a backup."
    ),
    (
      "Remove it, choose another path, or copy with `replacesFile: true`.",
      "Give another path, or --replace."
    ),
    (
      "Open it without `Configuration.readOnly`, and check the permission to write the file and its folder.",
      "Check the permission to write the file and its folder."
    ),
    (" Add it to each connection: in `Configuration.prepareDatabase`.", ""),
    (
      " A trigger, view, constraint, index or generated column may only call a function that was added with "
        + "`isInnocuous: true`, or any function if the file is trusted: `Configuration.trustsSchema`.",
      " A trigger, view, constraint, index or generated column may not call it."
    ),
    ("The access is read-only: write within `write`.", "The database is read-only here."),
    (
      "The access is read-only: attach and detach databases within `writeWithoutTransaction`, or attach them "
        + "to all connections in `Configuration.prepareDatabase`.",
      "The database is read-only here: databases cannot be attached or detached."
    ),
    (
      "Run them one by one, or all with execute.",
      "Give one; '\(programName) query' runs several."
    ),
    (
      "Check the path, and open an encrypted file with `usePassphrase`.",
      "Check the path, and give the passphrase of an encrypted file with --key-file."
    ),
    (
      "Open it without a passphrase; `exportEncrypted` writes an encrypted copy of it.",
      "Leave out --key-file; '\(programName) copy DB DEST --new-key-file FILE' writes an encrypted copy of it."
    ),
    (
      " Either both databases have a key or none has: `exportPlain` and `exportEncrypted` copy one into the other.",
      " Either both databases have a key or none has: see '\(programName) help copy'."
    ),
    ("commit it within the access.", "end it with COMMIT."),
    (
      "so nothing can run in it anymore. Begin another one, and look for the error that preceded this one.",
      "so nothing can run in it anymore. Look for the error that preceded this one."
    ),
    (
      "The access that began the transaction ends it: return to commit, throw to roll back.",
      "There is no transaction to end here."
    ),
  ]
}
