public import DatabaseTypes

/// A line of an order: so many of one product.
public struct OrderLine: ShopRow {
  /// The order's key.
  public let orderID: Int
  /// The line's place in the order, from 1.
  public let position: Int
  /// The product's key.
  public let productID: Int
  /// How many.
  public let quantity: Int
  /// The price of one, at the time of the order.
  public let unitPrice: Double
}

extension OrderLine {
  /// One line mostly, up to five.
  private static let counts = [1, 1, 1, 1, 2, 2, 2, 3, 4, 5]

  static func lines(ofOrder id: Int, shop: SampleShop) -> [OrderLine] {
    var random = ShopRandom(seed: shop.seed, table: .orderLines, id: id)
    return (1...random.choice(of: counts)).map { position in
      let product = random.choice(of: shop.products)
      return OrderLine(
        orderID: id,
        position: position,
        productID: product.id,
        quantity: random.choice(of: [1, 1, 1, 2, 2, 4, 6]),
        unitPrice: product.price
      )
    }
  }
}

extension OrderLine {
  /// The name of the table.
  public static let tableName: String = "orderLines"

  /// The names of the columns.
  public static let columnNames: [String] = [
    "orderID", "position", "productID", "quantity", "unitPrice",
  ]

  /// The values, in the order of the columns.
  public var values: [DatabaseValue] {
    [
      .integer(Int64(orderID)), .integer(Int64(position)), .integer(Int64(productID)),
      .integer(Int64(quantity)), .real(unitPrice),
    ]
  }
}
