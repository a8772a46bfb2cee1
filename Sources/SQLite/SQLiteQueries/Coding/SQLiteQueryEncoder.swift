public import SQLite
public import SQLiteDatabase
public import TypedSQL

/// An encoder that binds the columns of a value to consecutive parameters of a statement.
@frozen @usableFromInline
package struct SQLiteQueryEncoder: QueryEncoder {
  /// The statement, which the creator of the encoder keeps alive while the encoder is used.
  @usableFromInline unowned(unsafe) let statement: PreparedStatement
  /// The parameters of the statement; using the statement itself would retain it for each value.
  @usableFromInline let parameters: StatementParameters
  /// The index of the parameter that was bound last.
  @usableFromInline var index: Int
  /// The first error.
  @usableFromInline var failure: (any Error)?

  @inlinable
  init(_ statement: PreparedStatement, after index: Int = 0) {
    self.statement = statement
    parameters = statement.statement.parameters
    self.index = index
    failure = nil
  }

  /// Binds a value.
  @inlinable
  package mutating func encode(_ binding: QueryBinding) {
    index += 1
    do { try statement.bind(binding, at: index) } catch { note(error) }
  }

  /// Binds an integer.
  @inlinable
  package mutating func encode(_ value: Int64) {
    index += 1
    do { try parameters.bind(value, at: index) } catch { note(error) }
  }

  /// Binds a floating-point number, unless it is NaN.
  @inlinable
  package mutating func encode(_ value: Double) {
    if value.isNaN { return encode(.double(value)) }
    index += 1
    do { try parameters.bind(value, at: index) } catch { note(error) }
  }

  /// Binds text.
  @inlinable
  package mutating func encode(_ value: String) {
    index += 1
    do { try parameters.bind(value, at: index) } catch { note(error) }
  }

  /// Rejects an expression, unless it is a single value.
  @usableFromInline
  package mutating func encode(_ fragment: QueryFragment) {
    guard fragment.bindings.count == 1, fragment.code.count == 1 else {
      index += 1
      return note(QueryBindingError("An expression was passed where a value is needed."))
    }
    encode(fragment.bindings[0])
  }

  /// Ignores a column that the database computes.
  @inlinable
  package mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {}

  /// Binds NULL.
  @inlinable
  package mutating func encodeUnset(columns: Int) { encodeNull(columns: columns) }

  @usableFromInline @inline(never)
  mutating func note(_ error: any Error) {
    if failure == nil { failure = statement.bindingError(error) }
  }
}
