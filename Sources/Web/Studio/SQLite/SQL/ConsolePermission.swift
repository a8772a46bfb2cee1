import SQLite
import Synchronization

/// The permissions of statements that users write while the database is open for reading.
///
/// The connection can only read, which keeps the file as it is. This keeps other files as they are,
/// and the connection.
///
/// State: what was refused last, guarded by a mutex.
final class ConsolePermission: Sendable {
  private let refused = Mutex<String?>(nil)

  /// The action that was refused since the last call, in SQL's terms.
  func takeRefused() -> String? {
    refused.withLock { refused in
      defer { refused = nil }
      return refused
    }
  }

  /// Returns whether a statement has the permission for an action.
  func answer(_ event: borrowing Authorization) -> Authorization.Decision {
    switch event.action {
    case .attach: refuse("Attaching a database, as VACUUM does too,")
    case .detach: refuse("DETACH")
    case .pragma where !Self.reads(event.first ?? "", argument: event.second):
      refuse("PRAGMA \(event.first ?? "")")
    case .function where event.second?.lowercased() == "load_extension": refuse("load_extension")
    default: .allow
    }
  }

  private func refuse(_ what: String) -> Authorization.Decision {
    refused.withLock { $0 = what }
    return .deny
  }

  /// Whether a pragma only reads.
  static func reads(_ name: String, argument: String?) -> Bool {
    let name = name.lowercased()
    return withArgument.contains(name) || argument == nil && withoutArgument.contains(name)
  }

  /// The pragmas that only read, with any argument.
  private static let withArgument: Set<String> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo",
  ]

  /// The pragmas that read a setting if they have no argument.
  private static let withoutArgument: Set<String> = [
    "analysis_limit", "application_id", "auto_vacuum", "automatic_index", "busy_timeout",
    "cache_size", "cache_spill", "cell_size_check", "checkpoint_fullfsync", "collation_list",
    "compile_options", "count_changes", "data_version", "database_list", "defer_foreign_keys",
    "encoding", "foreign_keys", "freelist_count", "fullfsync", "function_list", "hard_heap_limit",
    "ignore_check_constraints", "journal_mode", "journal_size_limit", "legacy_alter_table",
    "locking_mode", "max_page_count", "mmap_size", "module_list", "page_count", "page_size",
    "pragma_list", "query_only", "read_uncommitted", "recursive_triggers",
    "reverse_unordered_selects", "schema_version", "secure_delete", "soft_heap_limit",
    "synchronous", "temp_store", "threads", "trusted_schema", "user_version", "wal_autocheckpoint",
  ]
}
