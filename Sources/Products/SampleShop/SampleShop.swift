/// A fictional shop: customers, products, orders and their lines, the same in every run.
///
/// Demonstrations, guides and benchmarks use it. Every row is a function of the seed and the row's
/// key, so any row can be made without the others, including orders after the last one.
///
/// ```swift
/// let shop = SampleShop()
/// shop.order(1).shipCity
/// let next = shop.order(SampleShop.orderCount + 1)
/// ```
///
/// The default seed gives 1,200 customers, 240 products, 16,818 orders and 36,815 lines.
public struct SampleShop: Sendable {
  /// The number of customers.
  public static let customerCount = 1_200
  /// The number of products.
  public static let productCount = 240
  /// The number of orders.
  public static let orderCount = 16_818
  /// The number of lines of all orders, with the default seed.
  public static let orderLineCount = 36_815
  /// The seed that is used unless another is given.
  public static let defaultSeed: UInt64 = 1969

  /// The seed of all random choices.
  public let seed: UInt64
  /// The customers; their keys count from 1.
  public let customers: [Customer]
  /// The products; their keys count from 1.
  public let products: [Product]

  /// Creates a shop.
  ///
  /// - Complexity: Makes the customers and products at once; orders are made on demand.
  public init(seed: UInt64 = defaultSeed) {
    self.seed = seed
    customers = (1...Self.customerCount).map { Customer(id: $0, seed: seed) }
    products = (1...Self.productCount).map { Product(id: $0, seed: seed) }
  }
}

extension SampleShop {
  /// The orders, oldest first.
  public var orders: some Sequence<Order> {
    (1...Self.orderCount).lazy.map { order($0) }
  }

  /// Returns the order with a key, counted from 1; keys after ``orderCount`` give new orders.
  public func order(_ id: Int) -> Order { Order(id: id, shop: self) }

  /// Returns the lines of the order with a key.
  public func lines(ofOrder id: Int) -> [OrderLine] { OrderLine.lines(ofOrder: id, shop: self) }
}
