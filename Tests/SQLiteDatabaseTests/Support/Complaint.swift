import Foundation
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// A value that tests bind and that no error may show.
let secret = "s3cr3t-value"

/// Expects an error with a code, whose message contains certain texts and shows no bound value.
func expectComplaint<Result>(
  _ code: DatabaseError.Code,
  saying parts: String...,
  sourceLocation: SourceLocation = #_sourceLocation,
  by body: () throws -> Result
) {
  check({ _ = try body() }, code, parts, sourceLocation)
}

/// Expects an error with a code, whose message contains certain texts and shows no bound value.
func expectComplaint<Result>(
  _ code: DatabaseError.Code,
  saying parts: String...,
  sourceLocation: SourceLocation = #_sourceLocation,
  by body: () async throws -> Result
) async {
  do {
    _ = try await body()
    check({}, code, parts, sourceLocation)
  } catch {
    check({ throw error }, code, parts, sourceLocation)
  }
}

private func check(
  _ body: () throws -> Void,
  _ code: DatabaseError.Code,
  _ parts: [String],
  _ location: SourceLocation
) {
  do {
    try body()
    Issue.record("Expected .\(code), but nothing was thrown", sourceLocation: location)
  } catch let error as DatabaseError {
    #expect(error.code == code, "\(error)", sourceLocation: location)
    for part in parts {
      #expect(error.explanation.contains(part), "\(error)", sourceLocation: location)
    }
    // A message is a sentence: it ends with a punctuation mark.
    #expect(".!?".contains(error.explanation.last ?? " "), "\(error)", sourceLocation: location)
    #expect(!error.description.contains(secret), "\(error)", sourceLocation: location)
  } catch {
    Issue.record("Expected .\(code), but \(error) was thrown", sourceLocation: location)
  }
}

extension TestDatabase {
  /// A table with one row, which no bad input may destroy.
  static let keep =
    "CREATE TABLE keep (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO keep VALUES (1, 'x')"

  /// Expects that nothing was lost and that the database is usable.
  func expectIntact(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try count("keep") == 1, sourceLocation: sourceLocation)
    try execute("INSERT INTO keep VALUES (2, 'y')")
    #expect(try count("keep") == 2, sourceLocation: sourceLocation)
    try execute("DELETE FROM keep WHERE id = 2")
    let check = try writer.readNow { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    #expect(check == "ok", sourceLocation: sourceLocation)
  }
}

/// Whether this process ignores file permissions.
let isRoot = ProcessInfo.processInfo.userName == "root"
