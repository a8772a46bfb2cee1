import DatabaseTypes

/// An array of PostgreSQL, which usually has one dimension, but may have several.
///
/// ```swift
/// let tags: PostgresArray = ["new", nil]
/// let matrix = PostgresArray(
///   elements: [1, 2, 3, 4],
///   dimensions: [.init(count: 2), .init(count: 2)]
/// )
/// ```
///
/// https://www.postgresql.org/docs/current/arrays.html
public struct PostgresArray: Sendable, Hashable {
  /// The extent of a dimension.
  public struct Dimension: Sendable, Hashable {
    /// The number of elements.
    public var count: Int32
    /// The index of the first element, which is 1 by default.
    public var lowerBound: Int32

    /// Creates a dimension.
    public init(count: Int32, lowerBound: Int32 = 1) {
      self.count = count
      self.lowerBound = lowerBound
    }
  }

  /// The elements, in row-major order.
  public let elements: [PostgresValue]
  /// The dimensions; an empty array has none.
  public let dimensions: [Dimension]

  /// Creates an array of one dimension.
  public init(_ elements: [PostgresValue]) {
    self.elements = elements
    dimensions = elements.isEmpty ? [] : [Dimension(count: Int32(clamping: elements.count))]
  }

  /// Creates an array; `nil` if the dimensions do not match the number of elements.
  public init?(elements: [PostgresValue], dimensions: [Dimension]) {
    guard dimensions.count <= 6, dimensions.allSatisfy({ $0.count > 0 }) else { return nil }
    var count = dimensions.isEmpty ? 0 : 1
    for dimension in dimensions {
      let (product, overflows) = count.multipliedReportingOverflow(by: Int(dimension.count))
      guard !overflows else { return nil }
      count = product
    }
    guard count == elements.count else { return nil }
    self.elements = elements
    self.dimensions = dimensions
  }
}

/// A column's value that was read as an array.
public enum PostgresArrayColumn: Sendable, Hashable {
  /// The elements of an array of one dimension.
  case elements([PostgresValue])
  /// A value of a column of another type, such as a JSON document.
  case other(PostgresValue)
}

extension PostgresArray: ExpressibleByArrayLiteral {
  /// Creates an array of one dimension.
  public init(arrayLiteral elements: PostgresValue...) { self.init(elements) }
}

extension PostgresArray {
  /// The array in the server's text format, for people to read.
  var literal: String {
    var rest = elements[...]
    let isUsual = dimensions.allSatisfy { $0.lowerBound == 1 }
    let bounds = dimensions.map { dimension in
      "[\(dimension.lowerBound):\(Int64(dimension.lowerBound) + Int64(dimension.count) - 1)]"
    }
    return (isUsual ? "" : bounds.joined() + "=") + Self.literal(dimensions[...], &rest)
  }

  private static func literal(
    _ dimensions: ArraySlice<Dimension>,
    _ rest: inout ArraySlice<PostgresValue>
  ) -> String {
    guard let dimension = dimensions.first else { return "{}" }
    let parts = (0..<dimension.count).map { _ in
      if dimensions.count > 1 { return literal(dimensions.dropFirst(), &rest) }
      return rest.popFirst().map(literal(of:)) ?? "NULL"
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private static func literal(of value: PostgresValue) -> String {
    switch value {
    case .null: "NULL"
    case .bool(let value): value ? "t" : "f"
    case .bytes(let bytes): #""\\x"# + hexadecimal(bytes) + "\""
    case .uuid(let uuid): UUIDText.text(for: uuid)
    case .integer(let value): "\(value)"
    default: quoted(value.text ?? "")
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
