import Foundation
import TypedSQL
import TypedSQLMacroDeclarations

@Table
struct Customer: Identifiable, Sendable {
  let id: Int
  var name = ""
  var email: String?
  var referrerID: Customer.ID?
  var discount: Double?
  var isActive = true
  var isVerified: Bool?
  @Column(as: Date.UnixTimeRepresentation.self)
  var joinedAt: Date
}

@Table
struct Product: Identifiable, Sendable {
  let id: Int
  var title = ""
  var price = 0.0
  var weight: Double?
  var stock: Int?
  var kind: Kind
  var isListed = true

  enum Kind: String, QueryBindable, Sendable { case book, game, tool }
}

@Table
struct Order: Identifiable, Sendable {
  let id: Int
  var customerID: Customer.ID
  var placedAt: Date = Date(timeIntervalSinceReferenceDate: 0)
  var shippedAt: Date?
  var cancelledAt: Date?
  var note: String?
  var status: Status
  var shipping = 0.0

  enum Status: Int, QueryBindable, Sendable { case open = 0, paid, shipped, closed }
}

@Table
struct OrderLine: Identifiable, Sendable {
  let id: Int
  var orderID: Order.ID
  var productID: Product.ID
  var quantity = 1
  var unitPrice = 0.0
  var rebate: Double?
}

extension OrderLine.TableColumns {
  var amount: some QueryExpression<Double> { unitPrice * quantity.cast(as: Double.self) }
}

extension Order.TableColumns {
  var isOpen: some QueryExpression<Bool> { status == .open && cancelledAt == nil }
}
