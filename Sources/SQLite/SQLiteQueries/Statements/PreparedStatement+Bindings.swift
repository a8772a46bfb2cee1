import DatabaseTypes
import SQLite
public import SQLiteDatabase
public import TypedSQL

extension [QueryBinding]: QueryValues {
  package var arguments: StatementArguments { StatementArguments(self) }
}

extension PreparedStatement {
  /// Binds the values of a query in the order of its placeholders.
  @usableFromInline
  package func bind(_ bindings: [QueryBinding]) throws {
    guard !isRunning else {
      throw misuse("Values cannot be bound while the statement is running.")
    }
    guard bindings.count == parameterCount else { throw countError(bindings.count) }
    boundArguments = nil
    boundQueryValues = bindings
    for index in bindings.indices { try bind(bindings[index], at: index + 1) }
  }

  /// Binds one value of a query; parameters count from 1.
  @usableFromInline
  package func bind(_ binding: QueryBinding, at index: Int) throws {
    do {
      switch binding {
      case .int(let value): try statement.bind(value, at: index)
      case .text(let value): try statement.bind(value, at: index)
      case .null: try statement.bindNull(at: index)
      case .bool(let value): try statement.bind(value ? 1 : 0 as Int64, at: index)
      case .double(let value) where !value.isNaN: try statement.bind(value, at: index)
      default: try statement.bind(binding.databaseValue(), at: index)
      }
    } catch {
      throw bindingError(error, at: index)
    }
  }

  private func bindingError(_ error: any Error, at index: Int) -> any Error {
    guard let failure = error as? ConversionFailure else { return bindingError(error) }
    return DatabaseError(
      code: .arguments,
      message: "The value of parameter \(index) cannot be stored: \(failure).",
      sql: sql
    )
  }

  private func countError(_ count: Int) -> DatabaseError {
    DatabaseError(
      code: .arguments,
      message:
        "The statement has \(plural(parameterCount, "parameter")), but the query binds "
        + "\(plural(count, "value")). A text in `raw:` or a literal may contain a question mark.",
      sql: sql
    )
  }
}

extension StatementArguments {
  /// Creates arguments from the values of a query.
  init(_ bindings: [QueryBinding]) {
    self.init()
    for binding in bindings { append(storing: binding) }
  }

  private mutating func append(storing binding: QueryBinding) {
    append(Stored(binding))
  }

  /// A binding as an argument.
  private struct Stored: DatabaseValueConvertible {
    let binding: QueryBinding

    init(_ binding: QueryBinding) { self.binding = binding }
    init(databaseValue: DatabaseValue) throws(ConversionFailure) {
      throw .mismatch(QueryBinding.self, found: databaseValue.storageClass)
    }
    var databaseValue: DatabaseValue { .storable { try binding.databaseValue() } }
    var checkedDatabaseValue: DatabaseValue { get throws { try binding.databaseValue() } }
  }
}
