package import DatabaseTypes

/// A value as it is stored, for showing arbitrary rows.
///
/// Text with invalid UTF-8 is read as a blob of its bytes, so that it does not hide the rows around
/// it.
package struct StoredValue: DatabaseValueConvertible {
  package let databaseValue: DatabaseValue

  package init(databaseValue value: DatabaseValue) { databaseValue = value }

  package init(
    column index: Int,
    of reader: borrowing some ColumnReader & ~Copyable
  ) throws(ConversionFailure) {
    let isBroken = reader.storageClass(at: index) == .text && reader.text(at: index) == nil
    databaseValue =
      isBroken
      ? .blob(reader.withBytes(at: index) { [UInt8]($0) }) : try reader.value(at: index)
  }
}

extension CurrentRow {
  /// Returns all values of the row as they are stored.
  package borrowing func storedValues() throws(DecodingFailure) -> [DatabaseValue] {
    var values: [DatabaseValue] = []
    values.reserveCapacity(count)
    for index in 0..<count {
      values.append(try decode(StoredValue.self, at: index).databaseValue)
    }
    return values
  }
}
