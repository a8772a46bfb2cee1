import LiveSQL

// The tables of the typed questions: those of the sample shop, with dates as stored text.

@Table("orders")
struct ShopOrder {
  let id: Int
  let customerID: Int
  let status: String
  let channel: String
  let placedAt: String
  let paidAt: String?
  let shippedAt: String?
  let carrier: String?
  let freight: Double
  let discount: Double
  let shipName: String
  let shipStreet: String
  let shipCity: String
  let shipCountry: String

  /// A number computed from some of the values.
  var digest: Int { id &+ customerID &+ placedAt.utf8.count &+ (carrier?.utf8.count ?? 0) }
}

@Table("customers")
struct ShopCustomer {
  let id: Int
  let name: String
  let email: String
  let street: String
  let city: String
  let country: String
  let isBusiness: Bool
  let joinedAt: String

  /// A number computed from some of the values.
  var digest: Int { id &+ city.utf8.count &+ (isBusiness ? 1 : 0) }
}

@Table("orderLines")
struct ShopOrderLine {
  let orderID: Int
  let position: Int
  let productID: Int
  let quantity: Int
  let unitPrice: Double
}

@Table("products")
struct ShopProduct {
  let id: Int
  let name: String
  let category: String
  let price: Double
}

@Table("items")
struct Item {
  let i0: Int
  let i1: Int
  let i2: Int
  let i3: Int
  let i4: Int
  let i5: Int
  let i6: Int
  let i7: Int
  let i8: Int
  let i9: Int

  /// A number computed from the values.
  var digest: Int { i0 &+ i1 &+ i2 &+ i3 &+ i4 &+ i5 &+ i6 &+ i7 &+ i8 &+ i9 }
}

extension Item {
  /// Creates an item whose values are all the same.
  init(_ value: Int) {
    self.init(
      i0: value,
      i1: value,
      i2: value,
      i3: value,
      i4: value,
      i5: value,
      i6: value,
      i7: value,
      i8: value,
      i9: value
    )
  }
}
