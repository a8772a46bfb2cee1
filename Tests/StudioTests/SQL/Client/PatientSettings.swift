import LiveSQLTestSupport

@testable import Studio

extension Studio.Settings {
  /// The settings of a studio for which no statement and no request takes long, however busy the
  /// machine is.
  static var patient: Studio.Settings {
    var settings = Studio.Settings()
    let start = ContinuousClock.now
    settings.now = { start }
    settings.statementTimeLimit = .hang
    settings.requestTimeLimit = .hang
    return settings
  }
}
