import LiveSQL

/// The time to build a query of four tables and to write its SQL.
///
/// There is nothing to compare it with, so its bar is a time, and applies only to writing. Building
/// is shown next to it.
struct RenderTime: Encodable {
  static let name = "render-four-tables"
  /// The acceptable time in microseconds.
  static let bar = 5.0
  private static let count = 10_000

  let buildMicroseconds: Double
  let renderMicroseconds: Double
  let microseconds: Double
  let bar = Self.bar
  let isWithinBar: Bool

  init(rounds: Int, clock: Clock) {
    let query = Self.query(1).query
    buildMicroseconds = Self.time(rounds, clock) { Self.query($0).query.bindings.count }
    renderMicroseconds = Self.time(rounds, clock) { _ in query.render().sql.utf8.count }
    microseconds = Self.time(rounds, clock) { Self.query($0).query.render().sql.utf8.count }
    isWithinBar = renderMicroseconds <= Self.bar * Answer.margin
  }

  var text: String {
    """
    \(Self.name): \(renderMicroseconds.text(digits: 2)) µs to write the SQL of a query of four tables; \
    bar \(Self.bar.text(digits: 2)) µs: \(isWithinBar ? "ok" : "FAIL"). \
    To build it \(buildMicroseconds.text(digits: 2)), both together \(microseconds.text(digits: 2)).
    """
  }

  /// Returns a query for what was ordered in a country, newest first.
  private static func query(
    _ number: Int
  ) -> Select<
    (), ShopOrder, (ShopCustomer, ShopOrderLine, ShopProduct),
    TupleRow<ShopOrder, ShopCustomer, ShopOrderLine, ShopProduct>
  > {
    ShopOrder
      .join(ShopCustomer.all) { $0.customerID.eq($1.id) }
      .join(ShopOrderLine.all) { order, _, line in order.id.eq(line.orderID) }
      .join(ShopProduct.all) { _, _, line, product in line.productID.eq(product.id) }
      .where { order, customer, _, product in
        customer.country.eq("Norway") && product.price.gt(20) && order.id.neq(number)
      }
      .order { order, _, line, _ in (order.placedAt.desc(), line.position) }
      .limit(20)
  }

  /// Returns the median of the rounds, each of which does the work many times.
  private static func time(_ rounds: Int, _ clock: Clock, _ work: (Int) -> Int) -> Double {
    var sum = 0
    let times = (0..<rounds).map { _ in
      let start = clock.milliseconds
      for number in 0..<count { sum &+= work(number) }
      return (clock.milliseconds - start) * 1e3 / Double(count)
    }
    precondition(sum > 0, "Nothing was built.")
    return times.median
  }
}
