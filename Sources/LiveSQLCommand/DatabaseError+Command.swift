import SQLiteDatabase

extension DatabaseError {
  /// What happened and what to do, for whoever types commands.
  ///
  /// The library's advice is for programs: what it names, a command line does not have. It stands at the end of the
  /// message, so that it can be told from what SQLite said.
  var messageOfCommand: String {
    let database = path.map { " Database: \($0)." } ?? ""
    for (advice, ours) in Self.adviceOfCommands where message.hasSuffix(advice) {
      return message.dropLast(advice.count) + ours + database
    }
    return message + database
  }

  /// Advice of the library's, and what the commands say in its place.
  private static let adviceOfCommands: [(library: String, command: String)] = [
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
      "Open it without `Configuration.readOnly`, and check the permission to write the file and its folder.",
      "Check the permission to write the file and its folder."
    ),
    (" Add it to each connection: in `Configuration.prepareDatabase`.", ""),
    (
      " A trigger, view, constraint, index or generated column may only call a function that was added with "
        + "`isInnocuous: true`, or any where the file is trusted: `Configuration.trustsSchema`.",
      " A trigger, view, constraint, index or generated column may not call it."
    ),
    ("The access only reads: write within `write`.", "The database is only read here."),
    (
      "Run them one by one, or all with execute.",
      "Give one; '\(programName) query' runs several."
    ),
    ("commit it within the access.", "end it with COMMIT."),
    (
      "so that nothing more can run in it. Begin another one, and look for the error that came before this one.",
      "so that nothing more can run in it. Look for the error that came before this one."
    ),
    (
      "The transaction is ended by the access that began it: return to commit, throw to roll back.",
      "There is no transaction to end here."
    ),
  ]
}
