import Foundation
import TypedSQL
import TypedSQLExtras

// Queries of applications that group, use CASE and write; and ordinary Swift code with the same
// operators.

extension QueryCorpus {
  // MARK: Aggregates, cases, functions

  var selections: [any Statement] {
    let q1 = Reminder.select { ($0.id.count(), $0.id.max(), $0.priority.max()) }
    let q2 = Reminder.group(by: \.remindersListID)
      .having { $0.id.count() > 3 && $0.isFlagged.count(filter: $0.isCompleted) == 0 }
      .select { ($0.remindersListID, $0.id.count(), $0.dueDate.min()) }
    let q3 = Reminder.select {
      ($0.title, Case().when($0.isCompleted, then: 2).when($0.isFlagged, then: 1).else(0))
    }
    let q4 = Reminder.order {
      Case($0.priority).when(Priority.high, then: 0).when(Priority.medium, then: 1).else(2)
    }
    let q5 = Reminder.select {
      (
        $0.title.upper() + "!", $0.title.replace("a", "b").trim(),
        $0.priority.map { $0 < Priority.high } ?? false
      )
    }
    let q6 = Product.select {
      (
        $0.price.avg(), $0.price.sum(filter: $0.isListed), $0.price.total(), $0.stock.max(),
        $0.title.groupConcat(", ")
      )
    }
    let q7 = Product.select { ($0.price.max(1.0), $0.isListed.iif("yes", "no"), $0.stock ?? 0) }
    let q8 = OrderLine.select {
      (
        $0.unitPrice.sum().over(partitionBy: $0.orderID, orderBy: $0.id.desc()),
        WindowFunction.rowNumber().over(orderBy: $0.unitPrice.desc(), $0.id),
        $0.quantity.lag(1, default: 0).over(orderBy: $0.id)
      )
    }
    let q9 = Order.where { $0.placedAt.year == 2026 && $0.placedAt.month >= 3 && !$0.isOpen }
    let q10 = Order.where { $0.placedAt > .now(.startOfMonth) && $0.shippedAt == nil }
    let q11 = Order.select { ($0.placedAt.strftime("%Y-%m"), $0.id.count(), $0.shipping.sum()) }
    let q12 = Product.where { $0.price > Product.select { $0.price.avg() ?? 0.0 } }
    let q13 = Customer.where { customer in
      Order.where { $0.customerID == customer.id && $0.cancelledAt == nil }.exists()
        && customer.isActive
    }
    let q14 = Customer.where { $0.id.in(Order.where { $0.status == .open }.select(\.customerID)) }
    let q15 = Reminder.where { $0.priority.in([.low, .high]) && (1...9).contains($0.id) }
    return [q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15]
  }

  // MARK: Writes

  var writes: [any Statement] {
    let q1 = Reminder.where { $0.id == 1 && !$0.isCompleted }.update { $0.title += " Pro" }
    let q2 = Reminder.find(1).update {
      $0.isCompleted.toggle()
      $0.priority = .high
      $0.title = $0.title + "!" + $0.notes
    }
    let q3 = Product.update {
      $0.price = $0.price * 1.02 + 0.5
      $0.stock += 1
      $0.isListed = $0.isListed && $0.id > 3
    }
    let q4 = Reminder.where { $0.isCompleted && $0.updatedAt < now }.delete()
    let q5 = Order.where { $0.status == .open && $0.placedAt < now }.update { $0.status = .closed }
    return [q1, q2, q3, q4, q5]
  }

  // MARK: Ordinary Swift

  func ordinary(_ xs: [Int], _ x: Int?, _ s: String, _ d: Double, _ names: [String: Int]) -> Bool {
    let t1 = d * d + 2 * d / (d + 1) - 3 * d * d - 4
    let t2 = xs.filter { $0 % 3 == 0 && $0 != 5 || $0 > 10 }.reduce(0) { $0 + $1 }
    let t3 = s.isEmpty || s == "a" || s.hasPrefix("x") && s.count > 3 && !s.contains("z")
    let t4 = names["x"] == nil && names["y"] != 3 || (names["z"] ?? 0) > 4
    let t5 = Double(xs.count) * 0.5 + t1 / 2 - Double(t2) * 1.5
    let t6 = "\(xs)" + s + ", " + (s.isEmpty ? "none" : s) + ": " + String(t2) + "!"
    let t7 = xs.first { $0 == 3 } ?? xs.last ?? 0
    let t8 = xs.contains(4) && d < 10 && (x == nil || x == xs.first)
    let t9: [UInt8] = Array(s.utf8) + [1, 2, 3] + s.utf8.map { $0 ^ 0x20 & 0xff }
    let t10 = t9 == [1] || t9.contains(3) && t9.max() == 4 && s.max() == "a"
    return t3 && t4 && t5 > 1 && t6 == "" && t7 > 0 && t8 && t10
  }
}
