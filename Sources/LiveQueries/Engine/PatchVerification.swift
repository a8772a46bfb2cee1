import Foundation
import IncrementalQueries
import SQLiteDatabase

/// Runs each query again after its result was patched, and compares: for applications that want to be sure.
///
/// It is on where the environment has `LIVESQL_VERIFY_PATCHES=1`; each update then costs as much as running its query. A
/// result that is wrong is reported to the configuration's log, and mended.
enum PatchVerification {
  static let isOn = ProcessInfo.processInfo.environment["LIVESQL_VERIFY_PATCHES"] == "1"

  static func report(_ sql: String, _ plan: LivePlan?, _ db: Database) {
    db.configuration.log(
      .error,
      """
      A live query was patched to another result than it gives when it is run again (\(plan?.description ?? "no plan")): \
      \(sql). The result has been mended. Please report this, with the tables' schema.
      """
    )
  }
}
