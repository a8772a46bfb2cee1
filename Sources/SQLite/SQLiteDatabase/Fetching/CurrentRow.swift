public import DatabaseTypes
public import SQLite

/// The current row of a cursor, read in place.
///
/// It cannot escape the closure that receives it; ``copy()`` returns a row that can.
public struct CurrentRow: ~Copyable {
  /// The statement, which the creator of the row keeps until the closure has returned.
  ///
  /// It is not retained, since that would happen for each row.
  @usableFromInline let reference: Unmanaged<PreparedStatement>
  @usableFromInline package let values: RowValues

  @inlinable
  package init(_ statement: PreparedStatement) {
    reference = .passUnretained(statement)
    values = statement.statement.values(&statement.valueAddresses)
  }

  /// The statement.
  @inlinable package var statement: PreparedStatement { reference.takeUnretainedValue() }

  /// The number of columns.
  @inlinable public var count: Int { values.count }

  /// Decodes a column, by its index from 0.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  @inlinable
  public borrowing func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    at index: Int
  ) throws(DecodingFailure) -> Value {
    do throws(ConversionFailure) {
      return try values.decode(type, at: index)
    } catch {
      throw statement.statement.decodingFailure(error, at: index)
    }
  }

  /// Decodes a column, by its name.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type, or if there is no such column.
  @inlinable
  public borrowing func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    forColumn column: String
  ) throws(DecodingFailure) -> Value {
    // Avoid retaining the statement for each value.
    guard let index = reference._withUnsafeGuaranteedRef({ $0.index(ofColumn: column) }) else {
      throw DecodingFailure.noColumn(named: column, type: type)
    }
    return try decode(type, at: index)
  }

  /// Returns a copy of the row.
  ///
  /// - Throws: ``DecodingFailure`` if text is not valid UTF-8.
  public borrowing func copy() throws(DecodingFailure) -> Row { try statement.copyRow() }
}

extension PreparedStatement {
  /// Returns the index of the first column with a name.
  @usableFromInline
  func index(ofColumn name: String) -> Int? {
    withLayout { layout in layout.index(ofColumn: name, expecting: &expectedColumn) }
  }

  /// Copies the statement's current row.
  package func copyRow() throws(DecodingFailure) -> Row {
    let layout = layout
    let row = CurrentRow(self)
    var values: [DatabaseValue] = []
    values.reserveCapacity(layout.columnNames.count)
    for index in layout.columnNames.indices {
      do { values.append(try row.values.value(at: index)) } catch {
        throw DecodingFailure(error, at: index, of: layout)
      }
    }
    return Row(layout: layout, values: values)
  }
}
