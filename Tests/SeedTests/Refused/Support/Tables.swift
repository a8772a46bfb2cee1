import Foundation
import LiveSQL
import SwiftUI

// What the blocks name: so that they are refused for what the first lines of their files say, and for nothing else.

@Table struct User: Codable, Hashable, Sendable {
  let id: Int
  let name: String
  let email: String
  let active: Bool
  let createdAt: Date
}

@Table struct Post {
  let id: Int
  let publishedAt: Date?
}

@Table struct Reminder {
  let id: Int
  var isCompleted = false
}

@Table struct Fact: Hashable {
  let id: Int
  var body = ""
}

enum Section { case facts }

extension EnvironmentValues {
  var sqliteConnection: SQLiteConnection { fatalError("Nobody runs this.") }
}
