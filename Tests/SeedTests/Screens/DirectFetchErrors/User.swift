import LiveSQL

// The table that the block names.

@Table struct User: Codable, Hashable, Sendable {
  let id: Int
  let name: String
  let email: String
}
