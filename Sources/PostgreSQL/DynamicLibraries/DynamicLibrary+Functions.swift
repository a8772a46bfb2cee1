extension DynamicLibrary {
  /// A C function that looks up functions by name and stores them in a table.
  ///
  /// It calls the first argument with each name and the second argument, and returns the name of
  /// the first missing function.
  package typealias TableFiller = (
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    UnsafeMutableRawPointer?
  ) -> UnsafePointer<CChar>?

  /// Opens the first available library of several, and looks up its functions.
  ///
  /// - Parameters:
  ///   - title: The name of the library, as the beginning of a sentence.
  ///   - names: The file names of the libraries.
  ///   - requirement: A sentence with the required version; empty if any version is sufficient.
  ///   - advice: A sentence that explains how to install the library.
  ///   - fill: Looks up the functions.
  /// - Returns: A description of the problem and its solution, or `nil`.
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
