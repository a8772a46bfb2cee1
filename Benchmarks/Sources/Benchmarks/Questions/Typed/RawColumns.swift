import CSQLite

// Functions that raw calls need to read a row into a struct.

/// Returns the text of a column that is not NULL.
@inline(__always)
func rawText(_ statement: OpaquePointer, _ column: Int32) -> String {
  rawOptionalText(statement, column) ?? ""
}

/// Returns the text of a column, `nil` for NULL; by its length, so that SQLite's count is used.
@inline(__always)
func rawOptionalText(_ statement: OpaquePointer, _ column: Int32) -> String? {
  guard let start = sqlite3_column_text(statement, column) else { return nil }
  let count = Int(sqlite3_column_bytes(statement, column))
  return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

/// Returns an integer.
@inline(__always)
func rawInteger(_ statement: OpaquePointer, _ column: Int32) -> Int {
  Int(sqlite3_column_int64(statement, column))
}

extension ShopOrder {
  init(_ statement: OpaquePointer) {
    self.init(
      id: rawInteger(statement, 0),
      customerID: rawInteger(statement, 1),
      status: rawText(statement, 2),
      channel: rawText(statement, 3),
      placedAt: rawText(statement, 4),
      paidAt: rawOptionalText(statement, 5),
      shippedAt: rawOptionalText(statement, 6),
      carrier: rawOptionalText(statement, 7),
      freight: sqlite3_column_double(statement, 8),
      discount: sqlite3_column_double(statement, 9),
      shipName: rawText(statement, 10),
      shipStreet: rawText(statement, 11),
      shipCity: rawText(statement, 12),
      shipCountry: rawText(statement, 13)
    )
  }
}

extension ShopCustomer {
  init(_ statement: OpaquePointer) {
    self.init(
      id: rawInteger(statement, 0),
      name: rawText(statement, 1),
      email: rawText(statement, 2),
      street: rawText(statement, 3),
      city: rawText(statement, 4),
      country: rawText(statement, 5),
      isBusiness: sqlite3_column_int64(statement, 6) != 0,
      joinedAt: rawText(statement, 7)
    )
  }
}

extension Item {
  init(_ statement: OpaquePointer) {
    self.init(
      i0: rawInteger(statement, 0),
      i1: rawInteger(statement, 1),
      i2: rawInteger(statement, 2),
      i3: rawInteger(statement, 3),
      i4: rawInteger(statement, 4),
      i5: rawInteger(statement, 5),
      i6: rawInteger(statement, 6),
      i7: rawInteger(statement, 7),
      i8: rawInteger(statement, 8),
      i9: rawInteger(statement, 9)
    )
  }
}
