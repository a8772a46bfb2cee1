import DatabaseTypes
import SQLiteDatabase

/// The Swift type of a column, by its declared type.
struct SwiftType: Hashable {
  /// The type, without its optional.
  let name: String
  /// The representation, if values are not stored in the type's default way.
  var representation: String?
  /// A note about the type.
  var note: String?
  /// The number of digits after the point, if it is an amount that is stored as an integer.
  var digits: Int?

  /// Creates the type for a column.
  ///
  /// - Parameter sample: The type of the values in a column without a declared type.
  init(of column: ColumnInfo, sample: SwiftType?) {
    let type = column.type.uppercased()
    let isNumeric = column.affinity == .numeric || column.affinity == .integer
    let isText = column.affinity == .numeric || column.affinity == .text
    self =
      if type.isEmpty || type == "ANY" {
        sample ?? SwiftType("String", note: "The database does not declare its type.")
      } else if type.contains("BOOL"), isNumeric {
        SwiftType("Bool")
      } else if ["UUID", "GUID", "UNIQUEIDENTIFIER"].contains(where: type.contains) {
        column.affinity == .blob
          ? SwiftType("UUID", representation: "BytesRepresentation") : SwiftType("UUID")
      } else if ["DATE", "TIMESTAMP"].contains(where: type.contains), isText {
        SwiftType("Date")
      } else {
        SwiftType(ofOther: type, column.affinity)
      }
  }

  init(_ name: String, representation: String? = nil, note: String? = nil) {
    self.name = name
    self.representation = representation
    self.note = note
  }

  private init(ofOther type: String, _ affinity: ColumnAffinity) {
    switch affinity {
    case .integer: self.init("Int")
    case .real: self.init("Double")
    case .blob: self.init("Data")
    case .text: self.init("String", note: Self.jsonNote(type))
    case .numeric where ["JSONB", "BINARY", "IMAGE"].contains(where: type.contains):
      self.init("Data")
    case .numeric where type.contains("JSON"): self.init("String", note: Self.jsonNote(type))
    case .numeric where ["STRING", "URL", "URI"].contains(where: type.contains):
      self.init(
        "String",
        note: "SQLite stores text that looks like a number as one: \(type) should be TEXT."
      )
    case .numeric: self.init("Double", note: Self.decimalNote(type))
    }
  }

  /// Returns a note about a type that other databases store exactly.
  ///
  /// Whether 12 means 12.00 or 0.12 cannot be seen in the file, so the type is not chosen.
  private static func decimalNote(_ type: String) -> String? {
    ["DECIMAL", "NUMERIC", "MONEY"].contains(where: type.contains)
      ? "SQLite rounds \(type) to binary; Decimal.FixedPoint keeps amounts as exact integers." : nil
  }

  private static func jsonNote(_ type: String) -> String? {
    type.contains("JSON")
      ? "It contains JSON, which @Column(as: [Element].JSONRepresentation.self) would decode." : nil
  }
}

extension SwiftType {
  /// Returns the type of amounts that are stored as integers.
  static func fixedPoint(digits: Int) -> SwiftType {
    var type = SwiftType("Decimal")
    type.digits = digits
    return type
  }

  /// Creates the type for values of some storage classes, named as by `typeof`; `nil` if there is
  /// none.
  init?(storing classes: Set<String>) {
    switch classes.subtracting(["null"]) {
    case ["integer"]: self.init("Int")
    case ["real"], ["integer", "real"]: self.init("Double")
    case ["text"]: self.init("String")
    case ["blob"]: self.init("Data")
    default: return nil
    }
  }
}
