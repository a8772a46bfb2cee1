import DatabaseTypes

/// A grid's request for rows: a table, with conditions and an order, and a window
/// of its rows.
struct GridRequest: Decodable, Sendable, Hashable {
  var schema: String?
  var table: String
  /// The columns to show; all if none are named.
  var columns: [String]?
  var filters: [Filter]?
  /// A text that one of a row's columns contains.
  var search: String?
  var sort: [Sort]?
  /// The position of the first row to show.
  var first: Int
  /// The number of rows to show.
  var count: Int

  /// Creates a request for the first rows of a table.
  init(table: String, first: Int = 0, count: Int) {
    (self.table, self.first, self.count) = (table, first, count)
  }

  /// The maximum number of rows of a window.
  static let maxRows = 500

  /// A condition on one column.
  struct Filter: Decodable, Sendable, Hashable {
    enum Operator: String, Decodable, Sendable, CaseIterable {
      case equal = "="
      case unequal = "<>"
      case less = "<"
      case lessOrEqual = "<="
      case greater = ">"
      case greaterOrEqual = ">="
      case contains
      case beginsWith = "begins with"
      case isNull = "is null"
      case isNotNull = "is not null"
      case isEmpty = "is empty"
      case isOneOf = "in"
      case hasType = "type"
    }

    /// One value, or the values of `in`.
    enum Value: Decodable, Sendable, Hashable {
      case one(WireCell)
      case several([WireCell])
    }

    var column: String
    var `operator`: Operator
    var value: Value?
    var enabled: Bool?

    private enum CodingKeys: CodingKey { case column, `operator`, value, enabled }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      column = try container.decode(String.self, forKey: .column)
      `operator` = try container.decode(Operator.self, forKey: .operator)
      enabled = try container.decodeIfPresent(Bool.self, forKey: .enabled)
      guard container.contains(.value) else { return }
      value =
        if `operator` == .isOneOf {
          .several(try container.decode([WireCell].self, forKey: .value))
        } else {
          .one(try container.decode(WireCell.self, forKey: .value))
        }
    }
  }

  /// A column by which rows are ordered.
  struct Sort: Decodable, Sendable, Hashable {
    var column: String
    var descending: Bool?
  }
}
