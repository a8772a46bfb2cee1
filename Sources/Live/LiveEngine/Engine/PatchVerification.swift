import Foundation
import IncrementalQueries

/// A check that runs each query again after its result was patched, and compares the results.
///
/// It is meant for applications that want to be certain, and is enabled by the environment variable
/// `LIVESQL_VERIFY_PATCHES=1`. Each update then costs as much as running its query. A wrong result
/// is reported to the database's log, and corrected.
enum PatchVerification {
  static let isOn = ProcessInfo.processInfo.environment["LIVESQL_VERIFY_PATCHES"] == "1"

  /// Returns the log message for a wrong result.
  static func report(_ sql: String, _ plan: LivePlan?) -> String {
    """
    Patching a live query produced a different result than running it again (\(plan?.description ?? "no plan")): \
    \(sql). The result has been corrected. Please report this, with the tables' schema.
    """
  }

  /// Returns the log message for a patch that does not fit the result.
  static func report(_ sql: String, _ plan: LivePlan?, misfit error: any Error) -> String {
    """
    A patch of a live query did not fit its result (\(plan?.description ?? "no plan")): \(sql). \(error) The query is run \
    again. Please report this, with the tables' schema.
    """
  }
}
