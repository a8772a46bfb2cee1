import Foundation
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

/// A row with a column of each kind, for the tests of expressions.
@Table("items")
struct ExprItem: Equatable, Identifiable, Sendable {
  let id: Int
  var a: Int?
  var b: Int?
  var c = 0
  var isOn = false
  var isKnown: Bool?
  var title = ""
  var notes: String?
  var price = 0.0
  var weight: Double?
  var level: ExprLevel
  var mood: ExprMood?
  var bytes: [UInt8] = []
  var date: Date
  var due: Date?
  @Column(as: Date.UnixTimeRepresentation.self) var unix: Date
  @Column(as: Date?.UnixTimeRepresentation.self) var unixDue: Date?
  @Column(as: Date.JulianDayRepresentation.self) var julian: Date
  var uuid: UUID
  @Column(as: UUID.BytesRepresentation.self) var uuidBytes: UUID
  @Column(as: [String].JSONRepresentation.self) var tags: [String]
}

enum ExprLevel: Int, QueryBindable, Sendable { case low = 1, medium, high }
enum ExprMood: String, QueryBindable, Sendable { case good, bad }

let exprDate = Date(timeIntervalSince1970: 1_000_000_000)
let exprUUID = UUID(uuid: (0xde, 0xad, 0xbe, 0xef, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
