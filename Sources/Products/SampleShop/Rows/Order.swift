public import DatabaseTypes

/// An order of the shop.
public struct Order: ShopRow, Identifiable {
  /// The progress of an order.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// Not yet paid.
    case new
    /// Paid, not yet shipped.
    case paid
    /// On its way.
    case shipped
    /// With the customer.
    case delivered
    /// Sent back.
    case returned
    /// Cancelled before it was paid.
    case cancelled
  }

  /// The key; later orders have larger ones.
  public let id: Int
  /// The customer's key.
  public let customerID: Int
  /// The order's progress.
  public let status: Status
  /// How it was ordered: `web`, `app`, `phone` or `store`.
  public let channel: String
  /// When it was ordered, in seconds since 1970.
  public let placedAt: Int
  /// When it was paid.
  public let paidAt: Int?
  /// When it was shipped.
  public let shippedAt: Int?
  /// The carrier.
  public let carrier: String?
  /// The costs of shipping.
  public let freight: Double
  /// The fraction of the price that is taken off.
  public let discount: Double
  /// The recipient's name.
  public let shipName: String
  /// The street it ships to.
  public let shipStreet: String
  /// The city it ships to.
  public let shipCity: String
  /// The country it ships to.
  public let shipCountry: String
}

extension Order {
  /// The average number of seconds between two orders, so that all of them span three years.
  private static let interval = 5_630

  init(id: Int, shop: SampleShop) {
    var random = ShopRandom(seed: shop.seed, table: .orders, id: id)
    let customer = random.choice(of: shop.customers)
    let status = Self.status(id, &random)
    let placedAt = openingTime + (id - 1) * Self.interval + random.number(below: Self.interval)
    let paidAt = status.isPaid ? placedAt + random.number(in: 60...7_200) : nil
    let shippedAt = status.isShipped ? paidAt.map { $0 + random.number(in: 14_400...259_200) } : nil
    // One in eight is a present: it goes to someone else, somewhere else.
    let receiver = random.number(below: 8) == 0 ? random.choice(of: shop.customers) : customer
    self.init(
      id: id,
      customerID: customer.id,
      status: status,
      channel: random.choice(of: ShopWords.channels),
      placedAt: placedAt,
      paidAt: paidAt,
      shippedAt: shippedAt,
      carrier: shippedAt == nil ? nil : random.choice(of: ShopWords.carriers),
      freight: Double(random.number(in: 290...4_990)) / 100,
      discount: Double(random.choice(of: [0, 0, 0, 0, 5, 10, 15])) / 100,
      shipName: receiver.name,
      shipStreet: receiver.street,
      shipCity: receiver.city,
      shipCountry: receiver.country
    )
  }

  /// Returns a status: the latest orders are still in progress, most earlier ones have arrived.
  private static func status(_ id: Int, _ random: inout ShopRandom) -> Status {
    let roll = random.number(below: 100)
    switch SampleShop.orderCount - id {
    case ..<40: return .new
    case ..<160: return roll < 10 ? .cancelled : .paid
    case ..<500: return roll < 4 ? .cancelled : .shipped
    default: return roll < 4 ? .cancelled : roll < 9 ? .returned : .delivered
    }
  }
}

extension Order.Status {
  fileprivate var isPaid: Bool { self != .new && self != .cancelled }
  fileprivate var isShipped: Bool { isPaid && self != .paid }
}

extension Order {
  /// The name of the table.
  public static let tableName: String = "orders"

  /// The names of the columns.
  public static let columnNames: [String] = [
    "id", "customerID", "status", "channel", "placedAt", "paidAt", "shippedAt", "carrier",
    "freight",
    "discount", "shipName", "shipStreet", "shipCity", "shipCountry",
  ]

  /// The values, in the order of the columns.
  public var values: [DatabaseValue] {
    [
      .integer(Int64(id)), .integer(Int64(customerID)), .text(status.rawValue), .text(channel),
      .time(placedAt), paidAt.map { .time($0) } ?? .null, shippedAt.map { .time($0) } ?? .null,
      carrier.map { .text($0) } ?? .null, .real(freight), .real(discount), .text(shipName),
      .text(shipStreet), .text(shipCity), .text(shipCountry),
    ]
  }
}
