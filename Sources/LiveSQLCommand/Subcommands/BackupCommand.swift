/// `livesql copy`: copies a database into another file, while others use it.
struct CopyCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "copy",
    summary: "Copies a database into another file, while others use it.",
    discussion: FileCopy.discussion,
    arguments: FileCopy.arguments,
    options: FileCopy.options,
    examples: [
      "livesql copy shop.db shop-copy.db", "livesql copy shop.db small.db --vacuum --replace",
    ]
  )

  private let copy: FileCopy

  init(_ arguments: ParsedArguments) throws(UsageError) { copy = try FileCopy(arguments) }

  func run(in context: CommandContext) async throws -> ExitCode { try await copy.run(in: context) }
}

/// `livesql backup`: another name of `livesql copy`.
struct BackupCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "backup",
    summary: "Copies a database into another file: the same as 'copy'.",
    discussion: FileCopy.discussion,
    arguments: FileCopy.arguments,
    options: FileCopy.options,
    examples: ["livesql backup shop.db shop-copy.db"]
  )

  private let copy: FileCopy

  init(_ arguments: ParsedArguments) throws(UsageError) { copy = try FileCopy(arguments) }

  func run(in context: CommandContext) async throws -> ExitCode { try await copy.run(in: context) }
}
