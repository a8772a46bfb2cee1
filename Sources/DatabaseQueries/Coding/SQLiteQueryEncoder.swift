public import SQLite
public import SQLiteDatabase
public import TypedSQL

/// Binds the columns of a value to the parameters of a statement, one after the other.
@frozen
public struct SQLiteQueryEncoder: QueryEncoder {
  /// Whoever makes the encoder keeps the statement as long as it is used.
  @usableFromInline unowned(unsafe) let statement: PreparedStatement
  /// Its parameters: the statement itself would be retained for each value.
  @usableFromInline let parameters: StatementParameters
  /// The parameter that was bound last.
  @usableFromInline var index: Int
  /// What went wrong first.
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
  public mutating func encode(_ binding: QueryBinding) {
    index += 1
    do { try statement.bind(binding, at: index) } catch { note(error) }
  }

  /// Binds an integer.
  @inlinable
  public mutating func encode(_ value: Int64) {
    index += 1
    do { try parameters.bind(value, at: index) } catch { note(error) }
  }

  /// Binds a floating-point number, which has to be one.
  @inlinable
  public mutating func encode(_ value: Double) {
    if value.isNaN { return encode(.double(value)) }
    index += 1
    do { try parameters.bind(value, at: index) } catch { note(error) }
  }

  /// Binds a text.
  @inlinable
  public mutating func encode(_ value: String) {
    index += 1
    do { try parameters.bind(value, at: index) } catch { note(error) }
  }

  /// Refuses an expression that is more than a value.
  public mutating func encode(_ fragment: QueryFragment) {
    guard fragment.bindings.count == 1, fragment.code.count == 1 else {
      index += 1
      return note(QueryBindingError("An expression was given where a value is bound."))
    }
    encode(fragment.bindings[0])
  }

  /// Leaves out what the database computes.
  @inlinable
  public mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {}

  /// Binds NULL.
  @inlinable
  public mutating func encodeUnset(columns: Int) { encodeNull(columns: columns) }

  @usableFromInline @inline(never)
  mutating func note(_ error: any Error) {
    if failure == nil { failure = statement.bindingError(error) }
  }
}
