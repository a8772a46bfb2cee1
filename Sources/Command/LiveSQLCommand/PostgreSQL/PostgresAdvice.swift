/// Advice for PostgreSQL, if a command only supports files.
enum PostgresAdvice {
  /// The commands that accept a URL.
  private static let supportedCommands: Set = [
    "query", "schema", "explain", "watch", "postgres", "copy", "studio",
  ]

  /// The advice for the other commands.
  private static let adviceByCommand = [
    "shell": "Use 'psql URL', or '\(programName) query' and '\(programName) watch'.",
    "dump":
      "Use 'pg_dump URL'; for the rows of a table, use '\(programName) query … --format csv'.",
    "import":
      "Use 'psql URL' with \\copy; '\(programName) copy FILE URL' copies the tables of a file.",
    "diff": "Compare the output of 'pg_dump' for both.",
    "backup": "Use 'pg_dump --format=custom URL', and 'pg_restore' to restore it.",
    "vacuum":
      "The server vacuums automatically. To run it now: '\(programName) query URL VACUUM --write'.",
    "verify": "Use 'pg_amcheck', which looks for damage in tables and indexes.",
    "new": "Give a file here, and connect to the server in the package's code.",
    "sample": "Create a file, and copy it: '\(programName) copy shop.db URL'.",
    "demo": "It creates its own file.",
  ]

  /// - Throws: ``CommandFailure`` if a command was given a URL that it does not support.
  static func check(_ command: String, _ arguments: [String]) throws(CommandFailure) {
    guard !supportedCommands.contains(command), let advice = adviceByCommand[command],
      arguments.contains(where: PostgresServer.isURL)
    else { return }
    throw CommandFailure(message: "'\(command)' is for files, not for PostgreSQL. \(advice)")
  }
}
