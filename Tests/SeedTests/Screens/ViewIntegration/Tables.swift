import LiveSQL

// What the screens name and no block declares.

@Table struct Counter: Identifiable {
  let id: Int
  var count = 0
}

@Table struct Fact: Identifiable {
  let id: Int
  var body = ""
}
