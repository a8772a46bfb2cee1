import DatabaseTypes
import LiveSQL
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQLite
import Testing
import TypedSQL

/// Tests that each declared function is one that the databases have.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct SQLFunctionTests {
  @Test func `SQLite runs each function, or names the version that it needs`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: FunctionSample.sqlite)
      for function in SQLFunction.allCases {
        let since = function.declaration.since
        do {
          _ = try Row.fetchAll(db, sql: function.sampleCall.render().sql)
          #expect(since.number <= SQLiteLibrary.versionNumber, "\(function)")
        } catch {
          #expect(since.number > SQLiteLibrary.versionNumber, "\(function): \(error)")
          #expect("\(error)".contains("needs SQLite \(since)"), "\(function)")
        }
      }
    }
  }

  @Test func `PostgreSQL runs each function, or an error says what to write instead`() throws {
    let scratch = try PostgresScratchDatabase()
    let db = try scratch.connect()
    try db.execute(script: FunctionSample.postgres)
    for function in SQLFunction.allCases {
      let (sql, bindings) = function.sampleCall.render(for: .postgres)
      if case .unavailable(let sentence) = function.declaration.postgres {
        #expect(bindings == [.invalid(QueryBindingError("\(sentence)"))], "\(function)")
        continue
      }
      #expect(bindings.isEmpty, "\(function)")
      #expect(throws: Never.self, "\(function): \(sql)") { _ = try db.execute(sql) }
    }
  }
}

/// A table with a column for each kind of argument, and one row.
private enum FunctionSample {
  static let sqlite = """
    CREATE TABLE samples ("text", "integer", "real", "boolean", "bytes", "date", "document");
    INSERT INTO samples VALUES
      ('61', 2, 2.5, 1, x'61', '2026-11-29 12:00:00.000', '{"a":[1],"b":"c"}');
    CREATE VIRTUAL TABLE articles USING fts5(body);
    INSERT INTO articles VALUES ('a text');
    """

  static let postgres = """
    CREATE TABLE samples ("text" text, "integer" bigint, "real" double precision,
      "boolean" boolean, "bytes" bytea, "date" timestamptz, "document" jsonb);
    INSERT INTO samples VALUES
      ('61', 2, 2.5, true, '\\x61', '2026-11-29 12:00:00Z', '{"a":[1],"b":"c"}');
    """
}

extension SQLFunction {
  /// A statement that calls the function with arguments of its declared kinds.
  fileprivate var sampleCall: QueryFragment {
    let declaration = declaration
    var call = QueryFragment()
    call.append(call: self)
    call.append(arguments(declaration).joined(separator: ", "))
    if declaration.usage == .conversion { call.append(" AS TEXT") }
    call.append(")")
    return switch declaration.usage {
    case .scalar, .conversion, .aggregate: "SELECT \(call) FROM samples"
    case .window: "SELECT \(call) OVER (ORDER BY \(quote: "integer")) FROM samples"
    case .rows: "SELECT 1 FROM samples, \(call)"
    case .fullText: "SELECT \(call) FROM articles WHERE articles MATCH 'text'"
    }
  }

  private func arguments(_ declaration: Declaration) -> [QueryFragment] {
    switch self {
    case .bm25: ["articles"]
    case .highlight: ["articles", "0", "'<'", "'>'"]
    case .snippet: ["articles", "0", "'<'", "'>'", "'…'", "3"]
    default:
      declaration.parameters.all.enumerated().map { offset, parameter in
        // Some functions want a constant behind their first argument.
        parameter == .integer && offset > 0 ? "1" : parameter.sample
      }
    }
  }
}

extension SQLFunction.Parameter {
  /// An expression of the kind, without bound values.
  fileprivate var sample: QueryFragment {
    switch self {
    case .text, .integer, .real, .boolean, .bytes, .date, .document: QueryFragment(quote: "\(self)")
    case .path: #"'$."b"'"#
    case .arrayPath: #"'$."a"'"#
    case .elementPath: #"'$."a"[0]'"#
    case .name: "'name'"
    case .dateFormat: "'%Y'"
    case .probability: "0.5"
    }
  }
}
