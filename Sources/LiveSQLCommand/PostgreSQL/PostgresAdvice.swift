/// What to do on PostgreSQL instead, where a command is for files alone.
enum PostgresAdvice {
  /// The commands that take a URL.
  private static let takers: Set = ["query", "schema", "explain", "watch", "postgres", "copy"]

  /// What the others say.
  private static let ways = [
    "shell": "Use 'psql URL', or '\(programName) query' and '\(programName) watch'.",
    "dump": "Use 'pg_dump URL'; for the rows of a table '\(programName) query … --format csv'.",
    "import": "Use 'psql URL' with \\copy; '\(programName) copy FILE URL' takes a file's tables.",
    "diff": "Compare what 'pg_dump' writes of both.",
    "backup": "Use 'pg_dump --format=custom URL', and 'pg_restore' to bring it back.",
    "vacuum": "The server does it by itself; at once: '\(programName) query URL VACUUM --write'.",
    "verify": "Use 'pg_amcheck', which looks for damage in tables and indexes.",
    "new": "Give a file here, and connect to the server in the package's code.",
    "sample": "Make a file, and copy it: '\(programName) copy shop.db URL'.",
    "demo": "It makes a file of its own.",
  ]

  /// - Throws: ``CommandFailure`` where a command was given a URL that it has no use for.
  static func check(_ command: String, _ arguments: [String]) throws(CommandFailure) {
    guard !takers.contains(command), let way = ways[command],
      arguments.contains(where: PostgresServer.isURL)
    else { return }
    throw CommandFailure(message: "'\(command)' is for files, not for PostgreSQL. \(way)")
  }
}
