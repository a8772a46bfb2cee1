import DatabaseTypes
import Foundation
import Testing

@Suite struct FailureSentenceTests {
  /// Stored values that are easy to find in a text, and that many types refuse.
  private static let secrets: [DatabaseValue] = [
    "sekret", 48_151_623, 48_151_623.5, .blob(Array("sekret".utf8)),
    #"{"street":"sekret","numbers":["sekret"]}"#, #"{"sekret":"sekret"}"#, #"["sekret"]"#,
    #"{"people":{"sekret":"sekret"}}"#,
  ]

  @Test(arguments: secrets)
  func `the failure of a conversion does not reveal the value`(stored: DatabaseValue) {
    let refused = [
      Reading(stored, isNo: Bool.self), Reading(stored, isNo: Int8.self),
      Reading(stored, isNo: Double.self), Reading(stored, isNo: String.self),
      Reading(stored, isNo: [UInt8].self), Reading(stored, isNo: Date.self),
      Reading(stored, isNo: UUID.self), Reading(stored, isNo: Decimal.self),
      Reading(stored, isNo: Priority.self), Reading(stored, isNo: Color.self),
      Reading(stored, isNo: Address.self), Reading(stored, isNo: AddressBook.self),
      Reading(stored, isNo: Int8?.self), Reading(stored, isNo: URL.self),
    ].flatMap { $0.failures() }
    #expect(!refused.isEmpty)
    for failure in refused {
      for text in [failure.description, String(reflecting: failure)] {
        #expect(!text.contains("sekret") && !text.contains("48"))
      }
    }
  }

  @Test func `the failure to store a value does not reveal it`() {
    let failure = #expect(throws: ConversionFailure.self) { try UInt64.max.checkedDatabaseValue }
    #expect(
      failure?.description == "expected UInt64, it cannot be stored: it is above Int64.max"
    )
  }

  @Test func `the failure to decode JSON names the path without its keys`() {
    let failure = #expect(throws: ConversionFailure.self) {
      try AddressBook(databaseValue: #"{"people":{"sekret":{"street":1}}}"#)
    }
    #expect(failure?.reason == "the JSON does not fit at people.….street")
  }

  @Test(
    arguments: [
      (DatabaseValue.null, "found NULL. Decode an optional if the column may be NULL."),
      ("x", "found TEXT"),
      (.blob([]), "found BLOB"),
      (1.5, "found REAL: it has a fraction or is out of the type's range"),
    ] as [(DatabaseValue, String)]
  )
  func `a failure names the table, the column, its index, the type and what it found`(
    stored: DatabaseValue,
    found: String
  ) {
    let layout = RowLayout(
      columnNames: ["id", "count"],
      origins: [nil, ColumnOrigin(table: "orders", column: "quantity")]
    )
    let row = Row(layout: layout, values: [1, stored])
    let failure = #expect(throws: DecodingFailure.self) { try row.decode(Int.self, at: 1) }
    #expect(
      failure?.description
        == "Cannot decode column orders.count, index 1: expected Int, \(found)"
    )
  }
}

struct AddressBook: Codable, Hashable, DatabaseValueConvertible {
  var people: [String: Address]
}
