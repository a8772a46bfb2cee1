extension DynamicLibrary {
  /// A function of C that looks up functions by their names and keeps them in a table.
  ///
  /// It calls the first argument with each name and the second argument, and returns the name of the first function that
  /// is not there.
  package typealias TableFiller = (
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    UnsafeMutableRawPointer?
  ) -> UnsafePointer<CChar>?

  /// Opens the first of some libraries that there is, and looks up its functions.
  ///
  /// - Parameters:
  ///   - title: What people call the library, with which a sentence begins.
  ///   - names: Its files.
  ///   - requirement: Which version is wanted, as a sentence; empty where any is.
  ///   - advice: How to install it, as a sentence.
  ///   - fill: What looks up its functions.
  /// - Returns: What is wrong and what to do, or `nil`.
  package static func problem(
    opening title: String,
    anyOf names: [String],
    requirement: String = "",
    advice: String,
    fill: TableFiller
  ) -> String? {
    guard let library = DynamicLibrary(anyOf: names) else {
      return "\(title) was not found (\(names.joined(separator: ", "))). \(advice)"
    }
    let missing = unsafe withUnsafePointer(to: library) { library in
      unsafe fill(
        { name, library in
          guard let name = unsafe name, let library = unsafe library else { return nil }
          return unsafe library.load(as: DynamicLibrary.self).address(of: name)
        },
        UnsafeMutableRawPointer(mutating: library)
      )
    }
    guard let missing = unsafe missing else { return nil }
    let lack = "\(title) is too old: it lacks \(unsafe String(cString: missing))."
    return [lack, requirement, advice].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
