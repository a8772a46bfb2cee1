import DatabaseTools
import Foundation

/// What an import reads, and what it is for.
struct ImportInput: Sendable {
  /// How it is written.
  enum Format: String, CaseIterable, Sendable { case sql, csv, jsonl }

  let format: Format
  /// The table; `nil` for SQL.
  let table: String?
  /// The file; `nil` for standard input.
  let path: String?

  /// Reads the arguments after the database: `TABLE [INPUT]`, or `[INPUT]` for SQL.
  init(_ arguments: [String], format: Format?) throws(UsageError) {
    let last = arguments.last.flatMap { $0 == "-" ? nil : $0 }
    let isScript =
      format == .sql
      || format == nil && arguments.count == 1 && last.flatMap(Self.format(of:)) == .sql
    if isScript {
      if arguments.count > 1 {
        throw UsageError("SQL names its own tables: give the INPUT alone, not '\(arguments[0])'")
      }
      (self.format, table, path) = (.sql, nil, last)
      return
    }
    guard let table = arguments.first, table != "-" else { throw UsageError("TABLE is missing") }
    let input = arguments.count > 1 ? last : nil
    guard let format = format ?? input.flatMap(Self.format(of:)) else {
      throw UsageError(
        input == nil
          ? "'import' needs '--format' for standard input"
          : "'import' needs '--format', since the name of the INPUT does not tell it"
      )
    }
    if format == .sql { throw UsageError("SQL names its own tables: leave out '\(table)'") }
    (self.format, self.table, path) = (format, table, input)
  }

  /// The format that a file's name tells.
  private static func format(of path: String) -> Format? {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "sql": .sql
    case "csv", "tsv": .csv
    case "jsonl", "ndjson": .jsonl
    default: nil
    }
  }

  /// What to read.
  func source(_ standardInput: any InputSource) throws -> ImportSource {
    if let path { return try .file(path) }
    return ImportSource {
      do throws(InputFailure) {
        let bytes = try standardInput.read()
        return bytes.isEmpty ? nil : bytes
      } catch {
        throw CommandFailure(message: "Standard input cannot be read: \(error.reason).")
      }
    }
  }
}
