extension Array {
  /// Whether somebody else holds these elements, so that changing one copies them all.
  ///
  /// An array is one reference to the object that has its elements. Swift has a question of that kind for objects alone, so
  /// the reference is looked at as one. The answer decides where a copy is made, and nothing else: whatever it is, the array
  /// is copied before it is changed where it has to be.
  var isShared: Bool {
    mutating get {
      if count == 0 || MemoryLayout<Self>.size != MemoryLayout<AnyObject?>.size { return false }
      return withUnsafeMutablePointer(to: &self) { array in
        // Optional, since an unoptimised build asks a copy of what is not.
        array.withMemoryRebound(to: AnyObject?.self, capacity: 1) {
          !isKnownUniquelyReferenced(&$0.pointee)
        }
      }
    }
  }
}
