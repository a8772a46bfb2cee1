extension Array {
  /// Whether these elements are also retained elsewhere, so that changing one copies them all.
  ///
  /// An array is a single reference to the object that stores its elements. Swift offers this check
  /// only for object references, so the array is viewed as one. The answer only decides where a
  /// copy is made: whatever it is, the array is copied before a change if necessary.
  var isShared: Bool {
    mutating get {
      if count == 0 || MemoryLayout<Self>.size != MemoryLayout<AnyObject?>.size { return false }
      return withUnsafeMutablePointer(to: &self) { array in
        // Optional, because an unoptimised build would copy a non-optional reference for the check.
        array.withMemoryRebound(to: AnyObject?.self, capacity: 1) {
          !isKnownUniquelyReferenced(&$0.pointee)
        }
      }
    }
  }
}
