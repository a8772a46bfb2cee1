import Foundation
import IncrementalQueries

/// A check that runs each query again after its result was patched, and compares: for applications that want to be sure.
///
/// It is on where the environment has `LIVESQL_VERIFY_PATCHES=1`; each update then costs as much as running its query. A
/// result that is wrong is reported to the database's log, and mended.
enum PatchVerification {
  static let isOn = ProcessInfo.processInfo.environment["LIVESQL_VERIFY_PATCHES"] == "1"

  /// What the log is told of a result that is wrong.
  static func report(_ sql: String, _ plan: LivePlan?) -> String {
    """
    A live query was patched to another result than it gives when it is run again (\(plan?.description ?? "no plan")): \
    \(sql). The result has been mended. Please report this, with the tables' schema.
    """
  }

  /// What the log is told of a patch that does not fit the result.
  static func report(_ sql: String, _ plan: LivePlan?, misfit error: any Error) -> String {
    """
    A patch of a live query did not fit its result (\(plan?.description ?? "no plan")): \(sql). \(error) The query is run \
    again. Please report this, with the tables' schema.
    """
  }
}
