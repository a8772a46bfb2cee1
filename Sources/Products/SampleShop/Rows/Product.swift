public import DatabaseTypes

/// A product of the shop.
public struct Product: ShopRow, Identifiable {
  /// The key.
  public let id: Int
  /// The name, which no other product has.
  public let name: String
  /// The category: `Kitchen`, `Lighting`, ….
  public let category: String
  /// The price.
  public let price: Double
  /// The number in stock.
  public let stock: Int
  /// A picture of 8 by 8 grey dots, in PGM format; some products have none.
  public let image: [UInt8]?

  init(id: Int, seed: UInt64) {
    var random = ShopRandom(seed: seed, table: .products, id: id)
    let thing = ShopWords.things[(id - 1) % ShopWords.things.count]
    let material = ShopWords.materials[
      (id - 1) / ShopWords.things.count % ShopWords.materials.count
    ]
    self.id = id
    name = "\(material) \(thing.name)"
    category = thing.category
    price = Double(thing.price * random.number(in: 70...160) / 100) / 100
    stock = random.number(below: 400)
    image = random.percent(75) ? Self.image(&random) : nil
  }

  /// Returns a picture whose left and right halves mirror each other.
  private static func image(_ random: inout ShopRandom) -> [UInt8] {
    var bytes = Array("P5 8 8 255\n".utf8)
    for _ in 0..<8 {
      let half = (0..<4).map { _ in UInt8(random.number(below: 4) * 85) }
      bytes += half + half.reversed()
    }
    return bytes
  }
}

extension Product {
  /// The name of the table.
  public static let tableName: String = "products"

  /// The names of the columns.
  public static let columnNames: [String] = ["id", "name", "category", "price", "stock", "image"]

  /// The values, in the order of the columns.
  public var values: [DatabaseValue] {
    [
      .integer(Int64(id)), .text(name), .text(category), .real(price), .integer(Int64(stock)),
      image.map { .blob($0) } ?? .null,
    ]
  }
}
