public import Foundation

extension Decimal {
  /// Reads an amount such as `12.50` or `12,5`; `nil` for a text of another form.
  public init?(amount text: String) {
    guard text.wholeMatch(of: /[0-9]{1,9}([.,][0-9]{1,2})?/) != nil,
      let amount = Decimal(
        string: text.replacing(",", with: "."),
        locale: Locale(identifier: "en_US_POSIX")
      )
    else { return nil }
    self = amount
  }

  /// The number with two digits after the point: `12.50`.
  public var amountText: String {
    let parts = "\(self)".split(separator: ".", maxSplits: 1)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    return "\(parts.first ?? "0").\((fraction + "00").prefix(2))"
  }
}

extension Sequence where Element == ShoppingItem {
  /// The sum of the known prices; `nil` if none is known.
  ///
  /// A product has its own number of digits, so it is calculated here and not in the database.
  public var total: Decimal? {
    let amounts = compactMap(\.amount)
    return amounts.isEmpty ? nil : amounts.reduce(0, +)
  }
}
