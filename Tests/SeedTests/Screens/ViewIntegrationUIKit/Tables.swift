import LiveSQL

// What the view controller names and no block declares.

@Table struct Fact: Identifiable, Hashable {
  let id: Int
  var body = ""
}

enum Section { case facts }
