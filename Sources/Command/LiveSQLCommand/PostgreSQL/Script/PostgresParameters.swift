import DatabaseTypes
import PostgreSQL
import PostgreSQLTools
import SQLiteDatabase
import Terminal

extension PostgresBoundStatement {
  /// Binds the parameters of a statement.
  init(_ text: String, _ arguments: StatementArguments) {
    self.init(text, values: arguments.values, named: arguments.namedValues)
  }

  /// Returns the values as the server expects them.
  ///
  /// - Throws: ``CommandFailure`` if there are fewer or more values than parameters.
  func values(for types: [PostgresType], isPartOfScript: Bool) throws -> [PostgresValue] {
    guard values.count >= types.count else {
      throw CommandFailure(
        message:
          "The statement has \(counted(types.count, "parameter")), but got \(counted(values.count, "value")).",
        details: [
          Line("Give each a value: --param 1=VALUE for $1, --param NAME=VALUE for :NAME.")
        ]
      )
    }
    guard isPartOfScript || values.count == types.count else {
      throw CommandFailure(
        message: "The SQL has no parameter $\(types.count + 1): leave out its value."
      )
    }
    return zip(values, types).map { $0.parameter(of: $1) }
  }
}

extension DatabaseValue {
  /// Returns the value as a type that accepts it.
  ///
  /// What was typed as a number may be meant as a text or a Boolean.
  fileprivate func parameter(of type: PostgresType) -> PostgresValue {
    switch (self, type.kind) {
    case (.integer(let value), .bool) where value == 0 || value == 1: .bool(value == 1)
    case (.integer(let value), .text), (.integer(let value), .unknown),
      (.integer(let value), .json), (.integer(let value), .jsonb):
      .text("\(value)")
    case (.real(let value), .text), (.real(let value), .unknown), (.real(let value), .json),
      (.real(let value), .jsonb):
      .text("\(value)")
    default: PostgresValue(self)
    }
  }
}
