import Foundation
import TypedSQL

// Queries as applications write them: conditions, arithmetic, joins. `Scripts/typecheck` compiles
// each file of the corpus, and fails if an expression takes longer than 200 ms or a file longer
// than 3 s.

struct QueryCorpus {
  var userID: Int?
  var ids: [Int] = []
  var term = ""
  var now = Date(timeIntervalSinceReferenceDate: 0)
  var limit = 10.0

  // MARK: Conditions on one table

  var conditions: [any Statement] {
    let q1 = Reminder.where { $0.isCompleted == true }
    let q2 = Reminder.where { $0.assignedUserID == userID }
    let q3 = Reminder.where { $0.dueDate != nil && $0.dueDate < now }
    let q4 = Reminder.where { !$0.isCompleted && $0.isFlagged && $0.priority == .high }
    let q5 = Reminder.where { $0.title.contains(term) || $0.notes.contains(term) }
    let q6 = Reminder.where { $0.id.in(ids) && !$0.isCompleted && $0.dueDate.isNot(nil) }
    let q7 = Reminder.where {
      ($0.isCompleted || $0.isFlagged) && ($0.priority == .high || $0.priority == nil)
        && $0.title != "" && $0.remindersListID == 1
    }
    let q8 = Reminder.where {
      $0.isCompleted == false && $0.isFlagged == true && $0.dueDate != nil && $0.dueDate < now
        && $0.assignedUserID == userID && $0.title != "" && $0.notes == "" && $0.id > 10
        && $0.remindersListID != 3
    }
    let q9 = Reminder.where { $0.id == 1 || $0.id == 2 || $0.id == 3 || $0.id == 4 || $0.id == 5 }
    let q10 = Reminder.where { $0.id >= 1 && $0.id <= 100 && $0.id != 50 && $0.id % 2 == 0 }
    let q11 = Reminder.where { $0.priority >= Priority.medium && $0.priority != .high }
    let q12 = Reminder.where { $0.title.lower().like("%get%") && $0.title.length() > 5 }
    let q13 = Reminder.where { ($0.dueDate ?? $0.updatedAt) > now && !$0.isCompleted }
    let q14 = Reminder.where { $0.id.eq(1).or($0.id.eq(2)).or($0.title.eq("a").and($0.isFlagged)) }
    let q15 = Reminder.where { $0.isCompleted.eq(true).and($0.dueDate.lt(now)).not() }
    let q16 = Reminder.where { "Groceries" == $0.title && 3 < $0.id && $0.id < 9 }
    return [
      q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15, q16,
    ]
  }

  // MARK: Arithmetic

  var arithmetic: [any Statement] {
    let q1 = Product.where { $0.price * 1.19 > limit }
    let q2 = Product.where { $0.price > 10 && $0.price < 20 && $0.stock > 0 }
    let q3 = Product.where { ($0.price * 1.19 + 4.9) / 2.0 - 1.0 > $0.weight ?? 0.0 }
    let q4 = OrderLine.where { $0.unitPrice * $0.quantity.cast(as: Double.self) > 100.0 }
    let q5 = OrderLine.where { $0.amount - ($0.rebate ?? 0.0) > 100.0 && $0.quantity > 1 }
    let q6 = Product.select { ($0.title + " (" + $0.kind.cast(as: String.self) + ")", $0.price) }
    let q7 = Product.where { $0.stock + 1 > 4 && $0.stock * 2 - 1 < $0.id + 4 * $0.id }
    let q8 = Product.where { ($0.id + 1) * 2 == $0.id * 3 - 1 || -$0.price < 0.0 }
    let q9 = Product.select { ($0.price.round(2), ($0.price / 100.0).floor(), $0.price.sqrt()) }
    let q10 = Product.where { $0.id & 3 == 1 && $0.id >> 2 != 0 && $0.stock | 1 == 3 }
    let q11 = Product.where {
      $0.price * 2.0 + $0.price * 3.0 + $0.price * 4.0 - $0.price / 5.0 > 10.0 + $0.price
    }
    let q12 = Customer.where { $0.name + " <" + ($0.email ?? "") + ">" == term }
    let q13 = Customer.where { $0.joinedAt < now && $0.discount >= 0.1 && $0.isVerified == true }
    return [q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13] + literalsOnTheLeft
      + calculatedOnBothSides
  }

  private var literalsOnTheLeft: [any Statement] {
    let q1 = Product.where {
      2 * $0.stock + 3 * $0.id - 3 * $0.id > 10 - $0.stock && 1 + $0.id > 4 - $0.stock
    }
    let q2 = Product.where {
      $0.stock * 2 + $0.stock * 3 + $0.stock * 4 - $0.stock / 5 > 10 + $0.stock
    }
    let q3 = Product.where {
      1.2 * ($0.weight ?? 0) * 1.3 + 3 * $0.price > 2 - 1.5 * $0.price + 1 && 10 / $0.price < 3
    }
    let q4 = Customer.where { "<" + $0.name + "> " + $0.name + "!" > "a" + $0.name }
    return [q1, q2, q3, q4]
  }

  private var calculatedOnBothSides: [any Statement] {
    let q1 = Customer.where { $0.name + " " + $0.name == term + " " + term && $0.id > 3 }
    let q2 = Customer.where { $0.name + " " + $0.name == "a b" || $0.name + "," + $0.name == term }
    let q3 = Customer.where { $0.name + "a" == $0.name + "b" && $0.name + "a" == $0.name + "c" }
    let q4 = Product.where { $0.id + 1 == $0.stock + 2 && $0.id + 1 == $0.stock + 3 }
    let q5 = Product.where { $0.id + 1 > ids.count + 2 && $0.id - 1 < 3 || $0.id * 2 == 4 }
    let q6 = Product.where {
      $0.id * 2 > $0.id + 3 && $0.price * 1.5 < $0.price + 2 && $0.title + "x" != term
    }
    return [q1, q2, q3, q4, q5, q6]
  }

  // MARK: Joins

  var joins: [any Statement] {
    let q1 = Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }
      .where { !$0.isCompleted && $1.title == "Work" }
      .select { ($0.title, $1.title) }
    let q2 = Reminder.leftJoin(User.all) { $0.assignedUserID == $1.id }
      .where { $1.name == nil || $1.name == "Blob" }
      .order { ($1.name.asc(nulls: .last), $0.dueDate.desc()) }
    let q3 = Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }
      .leftJoin(User.all) { reminder, _, user in reminder.assignedUserID == user.id }
      .where { reminder, list, user in
        !reminder.isCompleted && list.position > 2 && user.name != nil && reminder.dueDate < now
      }
      .select { reminder, list, user in (reminder.title, list.title, user.name ?? "nobody") }
    let q4 = RemindersList.join(Reminder.all) { $0.id == $1.remindersListID }
      .join(ReminderTag.all) { $1.id == $2.reminderID }
      .join(Tag.all) { $2.tagID == $3.id }
      .where { $0.position > 1 && !$1.isCompleted && $1.dueDate != nil && $3.title == term }
      .select { ($0.title, $1.title, $3.title) }
    let q5 = RemindersList.leftJoin(Reminder.all) { $0.id == $1.remindersListID }
      .leftJoin(ReminderTag.all) { $1.id == $2.reminderID }
      .leftJoin(Tag.all) { $2.tagID == $3.id }
      .group { list, _, _, _ in list.id }
      .having { $1.count() > 2 && $3.count(distinct: true) <= 5 }
      .select { ($0.title, $1.count(), $3.title.groupConcat(", "), $1.dueDate.min()) }
    let q6 = Order.join(Customer.all) { $0.customerID == $1.id }
      .join(OrderLine.all) { $0.id == $2.orderID }
      .join(Product.all) { $2.productID == $3.id }
      .where {
        $0.status == .paid && $0.cancelledAt == nil && $1.isActive && $1.isVerified == true
          && $2.quantity > 1 && $3.price * 1.19 > 10.0 && $3.kind != .tool
      }
      .select { ($1.name, $0.placedAt, $2.quantity, $3.title, $2.unitPrice * 1.19) }
    let q7 = Order.join(Customer.all) { $0.customerID == $1.id && $1.isActive && $0.note != nil }
      .leftJoin(OrderLine.all) { $0.id == $2.orderID && $2.quantity > 0 }
      .where { $0.shippedAt ?? $0.placedAt > now || $2.rebate > 0.5 && $1.discount == nil }
      .select { ($0.id, $1.email ?? $1.name, $2.unitPrice.sum()) }
    let q8 = Order.join(OrderLine.all) { $0.id == $1.orderID }
      .group { order, _ in order.customerID }
      .having { $1.unitPrice.sum() > 100.0 && $0.id.count(distinct: true) >= 2 }
      .select { ($0.customerID, $1.unitPrice.sum() ?? 0.0, $0.placedAt.max()) }
    let q9 = Order.join(OrderLine.all) { $0.id == $1.orderID }
      .where { $0.isOpen && $1.amount > 50.0 && $1.amount - ($1.rebate ?? 0.0) < 500.0 }
    let q10 = Product.leftJoin(OrderLine.all) { $0.id == $1.productID }
      .where { $1.id == nil && $0.isListed && $0.stock > 0 }
      .select { product, _ in product.title }
    let q11 = Order.join(Customer.all) { $0.customerID.eq($1.id) }
      .join(OrderLine.all) { $0.id.eq($2.orderID) }
      .join(Product.all) { $2.productID.eq($3.id) }
      .where { $0.status.eq(.paid).and($1.isActive).and($2.quantity.gt(1)).and($3.price.lt(9.0)) }
    let q12 = Reminder.join(RemindersList.all) { $0.remindersListID.eq($1.id) }
      .where { $0.title.eq($1.title) || $0.title != $1.title && $1.color == 0xff || $0.isFlagged }
    return [q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12]
  }
}
