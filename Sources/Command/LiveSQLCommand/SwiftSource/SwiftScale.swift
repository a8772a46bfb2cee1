/// The number of digits after the point of amounts that are stored as integers, as a type.
struct SwiftScale: Hashable {
  let digits: Int

  /// The name of the type: the library's own, or that of ``lines``.
  var name: String { Self.known[digits] ?? declaredName }

  /// The declaration of the type; empty if the library has it.
  var lines: [String] {
    guard Self.known[digits] == nil else { return [] }
    return ["enum \(declaredName): DecimalScale {", "  static let digits = \(digits)", "}"]
  }

  private var declaredName: String { "DecimalDigits\(digits)" }

  private static let known = [
    2: "Decimal.Hundredths", 3: "Decimal.Thousandths", 4: "Decimal.TenThousandths",
    6: "Decimal.Millionths",
  ]

  /// Names that types for tables cannot have.
  static let names = Set((0...18).map { SwiftScale(digits: $0).declaredName } + ["DecimalScale"])
}
