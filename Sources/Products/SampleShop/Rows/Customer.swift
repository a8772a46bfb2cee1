public import DatabaseTypes

/// A customer of the shop.
public struct Customer: ShopRow, Identifiable {
  /// The key.
  public let id: Int
  /// The name; a few names are in wide characters.
  public let name: String
  /// An email address that no other customer has, in a domain reserved for examples.
  public let email: String
  /// The street, with the number.
  public let street: String
  /// The city.
  public let city: String
  /// The country.
  public let country: String
  /// Whether it is a business.
  public let isBusiness: Bool
  /// When the customer joined, in seconds since 1970.
  public let joinedAt: Int

  init(id: Int, seed: UInt64) {
    var random = ShopRandom(seed: seed, table: .customers, id: id)
    self.id = id
    isBusiness = random.percent(15)
    let lastName = random.choice(of: ShopWords.lastNames)
    if isBusiness {
      name = "\(lastName) \(random.choice(of: ShopWords.businessKinds))"
    } else if random.percent(4) {
      name = random.choice(of: ShopWords.wideNames)
    } else {
      name = "\(random.choice(of: ShopWords.firstNames)) \(lastName)"
    }
    email = "customer\(id)@example.\(random.choice(of: ["com", "net", "org"]))"
    street = "\(random.choice(of: ShopWords.streets)) \(random.number(in: 1...180))"
    (city, country) = random.choice(of: ShopWords.cities)
    // Customers may have signed up as much as a year before the shop opened.
    joinedAt = openingTime - random.number(below: 365 * 86_400)
  }
}

extension Customer {
  /// The name of the table.
  public static let tableName: String = "customers"

  /// The names of the columns.
  public static let columnNames: [String] = [
    "id", "name", "email", "street", "city", "country", "isBusiness", "joinedAt",
  ]

  /// The values, in the order of the columns.
  public var values: [DatabaseValue] {
    [
      .integer(Int64(id)), .text(name), .text(email), .text(street), .text(city), .text(country),
      .integer(isBusiness ? 1 : 0), .time(joinedAt),
    ]
  }
}
