import Foundation
import LiveSQL

// Conditions on columns that are named by texts. `Scripts/typecheck` compiles the file, and fails
// if an expression takes longer than 200 ms or the file longer than 3 s.

struct ColumnCorpus {
  let id = Column("id")
  let price = Column("price")
  let title = Column("title")
  var limit = 10
  var term = ""

  var conditions: [SQLExpression] {
    [
      id > 1 && price < 2 && title == term || id == nil,
      id + 1 == price + 2 && id + 1 == price + 3,
      id + 1 > limit + 2 && id - 1 < 3 || price * 2 == limit,
      id * 2 + limit > price + 3 && price * 1.5 < price + 2 && title != term,
      (price * 1.19 + 4.9) / 2 - 1 > (title ?? price) && [1, 2, 3].contains(id),
      !(id == 1) && title.like("a%") && price.between(1, and: 2),
    ]
  }
}
