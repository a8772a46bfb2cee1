import Foundation
import SQLiteTools
import Terminal

/// The input of an import, and its target.
struct ImportInput: Sendable {
  /// The format of the input.
  enum Format: String, CaseIterable, Sendable { case sql, csv, jsonl }

  let format: Format
  /// The table; `nil` for SQL.
  let table: String?
  /// The file; `nil` for standard input.
  let path: String?

  /// Parses the arguments after the database: `TABLE [INPUT]`, or `[INPUT]` for SQL.
  init(_ arguments: [String], format: Format?) throws(UsageError) {
    let last = arguments.last.flatMap { $0 == "-" ? nil : $0 }
    let isScript =
      format == .sql
      || format == nil && arguments.count == 1 && last.flatMap(Self.format(of:)) == .sql
    if isScript {
      if arguments.count > 1 {
        throw UsageError("SQL names its own tables: give only the INPUT, not '\(arguments[0])'")
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
          : "'import' needs '--format', since it cannot be derived from the name of the INPUT"
      )
    }
    if format == .sql { throw UsageError("SQL names its own tables: leave out '\(table)'") }
    (self.format, self.table, path) = (format, table, input)
  }

  /// Returns the format that a file's extension indicates.
  private static func format(of path: String) -> Format? {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "sql": .sql
    case "csv", "tsv": .csv
    case "jsonl", "ndjson": .jsonl
    default: nil
    }
  }

  /// Returns the source to read from.
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
