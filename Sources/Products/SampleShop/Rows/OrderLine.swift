public import DatabaseTypes

/// A line of an order: a quantity of one product.
public struct OrderLine: ShopRow {
  /// The key of the order.
  public let orderID: Int
  /// The position of the line in the order, from 1.
  public let position: Int
  /// The key of the product.
  public let productID: Int
  /// The quantity.
  public let quantity: Int
  /// The price of one unit at the time of the order.
  public let unitPrice: Double
}

extension OrderLine {
  /// The numbers of lines to choose from: mostly one, at most five.
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
