import Foundation
import TypedSQL

// Joins of many tables, and of statements that have joins, each in one expression.

private enum Referrer: AliasName {}
private enum Earlier: AliasName {}
private enum Related: AliasName {}

// The last `$n` of a closure determines the number of tables, so each closure must use it.

extension QueryCorpus {
  // MARK: Several tables

  var manyTables: [any Statement] {
    let five = Customer.join(Order.all) { $0.id == $1.customerID }
      .join(OrderLine.all) { $1.id == $2.orderID }
      .join(Product.all) { $2.productID == $3.id }
      .leftJoin(Customer.as(Referrer.self).all) { $0.referrerID == $4.id }
      .where { $1.status == .open && $3.title == term && $4.isActive == true }
      .select { ($0.name, $3.price, $4.name) }
    let seven = Customer.join(Order.all) { $0.id == $1.customerID }
      .join(OrderLine.all) { $1.id == $2.orderID }
      .join(Product.all) { $2.productID == $3.id }
      .leftJoin(Customer.as(Referrer.self).all) { $0.referrerID == $4.id }
      .leftJoin(Order.as(Earlier.self).all) { $0.id == $5.customerID && $5.id < $1.id }
      .leftJoin(Product.as(Related.self).all) { $3.kind == $6.kind && $6.id != $3.id }
      .where { $1.placedAt < now && $6.title == term }
      .select { ($0.name, $5.placedAt, $6.title) }
    return [five, seven]
  }

  // MARK: Statements with joins

  var joinedStatements: [any Statement] {
    let one = Customer.join(
      Order.join(OrderLine.all) { $0.id == $1.orderID }
    ) { customer, order, _ in customer.id == order.customerID }
    let two = Customer.join(
      Order.join(OrderLine.all) { $0.id == $1.orderID }.join(Product.all) { $1.productID == $2.id }
    ) { $0.id == $1.customerID && $3.isListed }
    let columns = Customer.select(\.name).join(Order.select { ($0.id, $0.placedAt) }) {
      $0.id == $1.customerID
    }
    return [one, two, columns]
  }
}
