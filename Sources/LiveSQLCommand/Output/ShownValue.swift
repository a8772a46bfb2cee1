import DatabaseTypes
import SQLiteDatabase

/// A value as it is shown: whatever is stored, there is one.
///
/// Text that is not UTF-8 is the blob of its bytes, so that it does not hide the rows around it.
struct ShownValue: DatabaseValueConvertible {
  let databaseValue: DatabaseValue

  init(databaseValue value: DatabaseValue) { databaseValue = value }

  init(
    column index: Int,
    of reader: borrowing some ColumnReader & ~Copyable
  ) throws(ConversionFailure) {
    let isBroken = reader.storageClass(at: index) == .text && reader.text(at: index) == nil
    databaseValue =
      isBroken
      ? .blob(reader.withBytes(at: index) { [UInt8]($0) }) : try reader.value(at: index)
  }
}

/// The values of a row as they are shown.
func shownValues(of row: borrowing CurrentRow) throws(DecodingFailure) -> [DatabaseValue] {
  var values: [DatabaseValue] = []
  values.reserveCapacity(row.count)
  for index in 0..<row.count {
    values.append(try row.decode(ShownValue.self, at: index).databaseValue)
  }
  return values
}
