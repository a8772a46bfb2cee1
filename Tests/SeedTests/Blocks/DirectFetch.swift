// swift-format-ignore-file
import LiveSQL

// The blocks of the page “Direct fetch integration” that need no screen, word for word.

enum DirectFetch {
  struct Adding {
    let connection: SQLiteConnection

    func addUser(name: String) {
      Task {
        try await connection.transaction { conn in
          try await conn.query(
            "INSERT INTO users (name) VALUES (?)",
            [.text(name)]
          )
        }
        // @FetchAll updates automatically
      }
    }
  }

  
}
