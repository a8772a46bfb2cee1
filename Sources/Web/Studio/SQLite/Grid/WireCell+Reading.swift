import DatabaseTypes
import SQLiteDatabase

/// A column's value as it is stored: text that is not UTF-8 stays text, as the storage class says.
extension WireCell: DatabaseValueConvertible {
  var databaseValue: DatabaseValue { value }

  init(databaseValue value: DatabaseValue) { self.init(value) }

  init(
    column index: Int,
    of reader: borrowing some ColumnReader & ~Copyable
  ) throws(ConversionFailure) {
    if reader.storageClass(at: index) == .text, reader.text(at: index) == nil {
      self.init(.blob(reader.withBytes(at: index) { [UInt8]($0) }), isInvalidText: true)
    } else {
      self.init(try reader.value(at: index))
    }
  }

  /// The number of bytes that the value takes, approximately.
  var size: Int {
    switch value {
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    default: 8
    }
  }
}

extension CurrentRow {
  /// All values of the row.
  borrowing func cells() throws -> [WireCell] {
    var values: [WireCell] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(try decode(WireCell.self, at: index)) }
    return values
  }
}
