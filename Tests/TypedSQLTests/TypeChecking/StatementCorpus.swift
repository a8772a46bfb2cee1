import Foundation
import TypedSQL
import TypedSQLMacroDeclarations

// More queries of applications, with subqueries, common tables, nested selections and SQL text.

@Selection struct CorpusTotals {
  let customer: Customer
  let orders: Int
  let spent: Double?
  let last: Date?
}

@Selection struct CorpusLine {
  let order: Order
  let line: OrderLine?
  let label: String
}

@Selection struct CorpusNode {
  let id: Int
  let depth: Int
  let path: String
}

@Selection struct CorpusOpen {
  let customerID: Int
  let count: Int
}

extension QueryCorpus {
  // MARK: Selections

  var nested: [any Statement] {
    let q1 = Customer.group(by: \.id)
      .leftJoin(Order.all) { $0.id == $1.customerID && $1.cancelledAt == nil }
      .leftJoin(OrderLine.all) { $1.id == $2.orderID }
      .having { $1.id.count(distinct: true) > 0 && ($2.unitPrice.sum() ?? 0.0) > limit }
      .order { ($2.unitPrice.sum().desc(nulls: .last), $0.name.collate(.nocase), $0.id) }
      .select {
        CorpusTotals.Columns(
          customer: $0,
          orders: $1.id.count(distinct: true),
          spent: $2.unitPrice.sum(),
          last: $1.placedAt.max()
        )
      }
    let q2 = Order.leftJoin(OrderLine.all) { $0.id == $1.orderID }
      .where { $0.placedAt >= now && $1.quantity ?? 0 > 1 }
      .select {
        CorpusLine.Columns(order: $0, line: $1, label: ($0.note ?? "order") + ": " + term)
      }
    let q3 = Order.leftJoin(Order.all) { $0.id < $1.id && $0.customerID == $1.customerID }
      .where { $1.id == nil && $0.status != .closed }
      .select { ($0, $1.placedAt ?? $0.placedAt) }
    return [q1, q2, q3]
  }

  // MARK: SQL

  var fragments: [any Statement] {
    let q1 = Reminder.where { !$0.isCompleted && #sql("\($0.dueDate) < date('now', '-7 days')") }
    let q2 = Reminder.where { #sql("\($0.title) REGEXP \(bind: term) OR \($0.notes) = ''") }
    let q3 = Reminder.select { #sql("\($0.title) || ' ' || \(bind: term)", as: String.self) }
    let q4 = #sql(
      """
      SELECT \(Reminder.columns), count(\(ReminderTag.tagID)) FROM \(Reminder.self)
      LEFT JOIN \(ReminderTag.self) ON \(Reminder.id) = \(ReminderTag.reminderID)
      WHERE \(Reminder.title) LIKE \(bind: term) GROUP BY \(Reminder.id)
      """,
      as: (Reminder, Int).self
    )
    let q5 = Reminder.order { (#sql("random()", as: Int.self), $0.title.desc()) }
    let q6 = Product.where { $0.price > #sql("(SELECT avg(price) FROM products)") }
    return [q1, q2, q3, q4, q5, q6]
  }

  // MARK: Subqueries and common tables

  var compounds: [any Statement] {
    let q1 = With {
      Order.where { $0.status == .open && $0.cancelledAt == nil }
        .group(by: \.customerID)
        .select { CorpusOpen.Columns(customerID: $0.customerID, count: $0.id.count()) }
    } query: {
      Customer.join(CorpusOpen.all) { $0.id == $1.customerID }
        .where { $1.count > 3 && $0.isActive }
        .order { ($1.count.desc(), $0.name) }
        .select { ($0.name, $1.count) }
    }
    let roots = Customer.where { $0.referrerID == nil }
      .select { CorpusNode.Columns(id: $0.id, depth: 0, path: $0.name) }
    let children = Customer.join(CorpusNode.all) { $0.referrerID == $1.id }
      .where { $1.depth < 10 }
      .select {
        CorpusNode.Columns(id: $0.id, depth: $1.depth + 1, path: $1.path + $0.name)
      }
    let q2 = With {
      roots.union(all: true, children)
    } query: {
      CorpusNode.where { $0.depth > 0 && $0.path.contains(term) }.order(by: \.path)
    }
    let q3 = Reminder.select { $0.title.lower() }
      .union(Tag.where { $0.title != "" }.select { $0.title.lower() })
      .except(User.select(\.name))
    let q4 = Customer.where { customer in
      !Order.where { $0.customerID == customer.id && $0.placedAt > now }.exists()
        && customer.id.in(Order.where { $0.status == .paid }.select(\.customerID))
        && customer.discount ?? 0.0 < 0.5
    }
    let q5 = Product.select { product in
      (
        product.title,
        OrderLine.where { $0.productID == product.id }.select { $0.quantity.sum() ?? 0 },
        OrderLine.where { $0.productID == product.id && $0.rebate != nil }.count()
      )
    }
    let q6 = Reminder.where { $0.id.in(ids) || $0.assignedUserID.in(ids) && $0.priority == nil }
      .order { ($0.isCompleted, $0.priority.desc(nulls: .last), $0.dueDate ?? $0.updatedAt, $0.id) }
      .limit(20)
      .offset(40)
    return [q1, q2, q3, q4, q5, q6]
  }
}
