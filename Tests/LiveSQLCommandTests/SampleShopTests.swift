import DatabaseTypes
import SampleShop
import Testing

@Suite struct SampleShopTests {
  private let shop = SampleShop()

  @Test func `the counts are as documented`() {
    #expect(shop.customers.count == SampleShop.customerCount)
    #expect(shop.products.count == SampleShop.productCount)
    #expect(
      (1...SampleShop.orderCount).reduce(0) { $0 + shop.lines(ofOrder: $1).count }
        == SampleShop.orderLineCount
    )
    #expect(Order.columnNames.count == 14)
  }

  @Test func `the same seed gives the same rows in every run and on every machine`() {
    let rows: [any ShopRow] = [
      shop.customers[0], shop.products[0], shop.order(1), shop.lines(ofOrder: 1)[0],
    ]
    #expect(
      rows.map { $0.values.map(\.sqlLiteral).joined(separator: ", ") } == Self.firstRows
    )
    #expect(SampleShop().order(16_818) == shop.order(16_818))
    #expect(SampleShop(seed: 1).order(16_818) != shop.order(16_818))
  }

  private static let firstRows = [
    "1, 'Hansen Ltd', 'customer1@example.org', 'Nowy Świat 70', 'Lagos', 'Nigeria', 1, "
      + "'2021-10-04 03:34:26.000'",
    "1, 'Ash Armchair', 'Furniture', 558.4, 237, x'503520382038203235350aaa000055550000aaaa0055aa"
      + "aa5500aa0000aa5555aa000055aaff5555ffaa55aa005555555500aaffffaa5555aaffffffff55555555ffffa"
      + "a55ffaaaaff55aa'",
    "1, 260, 'delivered', 'web', '2022-01-01 01:11:55.000', '2022-01-01 01:30:44.000', "
      + "'2022-01-02 11:10:03.000', 'Nordpost', 7.81, 0.05, 'Becker Trading', 'Via Roma 166', "
      + "'Singapore', 'Singapore'",
    "1, 1, 33, 2, 15.6",
  ]

  @Test func `names, addresses and references match the schema`() {
    #expect(Set(shop.customers.map(\.email)).count == SampleShop.customerCount)
    #expect(Set(shop.products.map(\.name)).count == SampleShop.productCount)
    for id in stride(from: 1, through: SampleShop.orderCount, by: 7) {
      let order = shop.order(id)
      #expect((1...SampleShop.customerCount).contains(order.customerID))
      #expect(order.values.count == Order.columnNames.count)
      for line in shop.lines(ofOrder: id) {
        #expect((1...SampleShop.productCount).contains(line.productID))
      }
    }
  }

  @Test func `orders are sorted by time, and continue after the last one`() {
    let times = stride(from: 1, through: SampleShop.orderCount + 50, by: 1).map {
      shop.order($0).placedAt
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(shop.order(SampleShop.orderCount + 50).status == .new)
  }

  @Test func `an order is placed, then paid, then shipped`() {
    for id in 1...SampleShop.orderCount {
      let order = shop.order(id)
      if let paid = order.paidAt { #expect(paid > order.placedAt) }
      if let shipped = order.shippedAt { #expect(shipped > order.paidAt ?? .max) }
      #expect((order.shippedAt == nil) == (order.carrier == nil))
    }
  }

  @Test func `every status and every storage class occurs`() {
    let orders = Array(shop.orders)
    #expect(Set(orders.map(\.status)).count == Order.Status.allCases.count)
    let values = orders.flatMap(\.values) + shop.products.flatMap(\.values)
    #expect(Set(values.map(\.storageClass)).count == StorageClass.allCases.count)
  }

  @Test func `each kind of row has a statement that inserts it`() {
    #expect(
      OrderLine.insertSQL
        == "INSERT INTO orderLines (orderID, position, productID, quantity, unitPrice) "
        + "VALUES (?, ?, ?, ?, ?)"
    )
  }
}
