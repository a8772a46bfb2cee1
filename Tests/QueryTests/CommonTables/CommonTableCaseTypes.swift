import LiveSQL
import LiveSQLTestSupport
import Testing

@Selection struct TodoReminder: Equatable {
  let title: String
  let isFlagged: Bool
}

@Selection struct ListSize: Equatable {
  let title: String
  let size: Int
}

@Selection struct Ascent: Equatable {
  let value: Int
}

@Selection struct Fibonacci: Equatable {
  let n: Int
  let previous: Int
  let current: Int
}

@Table struct Employee: Equatable {
  let id: Int
  let name: String
  let bossID: Int?
}

@Selection struct Ranked: Equatable {
  let id: Int
  let name: String
  let depth: Int
}
