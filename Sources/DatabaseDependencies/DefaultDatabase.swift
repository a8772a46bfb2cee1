import Foundation
public import SQLiteDatabase

/// Opens a database that suits what the process is for.
///
/// ```swift
/// prepareDependencies { $0.defaultDatabase = try! defaultDatabase() }
/// ```
///
/// In an application it is a pool on a file in the folder for application support. In tests and previews it is a pool on a
/// new file in the folder for temporary files, whatever the path is: so they share nothing, and leave the application's
/// data alone.
///
/// - Parameters:
///   - path: The application's file; `LiveSQL.db` in the folder for application support unless given.
///   - configuration: How to open it.
/// - Throws: `DatabaseError` that says why it cannot be opened.
public func defaultDatabase(
  path: String? = nil,
  configuration: Configuration = Configuration()
) throws -> any DatabaseWriter {
  let path =
    switch DependencyValues.current.context {
    case .live: try path ?? applicationPath()
    case .test, .preview: temporaryPath()
    }
  return try DatabasePool(path: path, configuration: configuration)
}

private func applicationPath() throws -> String {
  let folder = try FileManager.default.url(
    for: .applicationSupportDirectory,
    in: .userDomainMask,
    appropriateFor: nil,
    create: true
  )
  return folder.appendingPathComponent("LiveSQL.db").path
}

private func temporaryPath() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).db").path
}
