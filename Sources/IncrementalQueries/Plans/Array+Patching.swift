extension Array {
  /// Takes out elements and puts in others; in place where the array is uniquely held.
  ///
  /// Elements are moved and not copied, since copying one may retain what it holds.
  ///
  /// - Parameters:
  ///   - removed: Where elements go, ascending.
  ///   - inserted: What comes where, by the place in the new array, ascending.
  /// - Complexity: The number of elements from the first change on; where one element moves, those between its places.
  mutating func patch(removing removed: [Int], inserting inserted: [(index: Int, element: Element)])
  {
    if removed.count == inserted.count, zip(removed, inserted).allSatisfy({ $0 == $1.index }) {
      for item in inserted { self[item.index] = item.element }
    } else if removed.count == 1, inserted.count == 1 {
      move(removed[0], to: inserted[0].index)
      self[inserted[0].index] = inserted[0].element
    } else {
      take(out: removed)
      put(in: inserted)
    }
  }

  /// Moves the elements between two places as memory, which is as fast as it gets.
  private mutating func move(_ old: Int, to new: Int) {
    withUnsafeMutableBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      let element = (first + old).move()
      if old < new {
        (first + old).moveInitialize(from: first + old + 1, count: new - old)
      } else {
        (first + new + 1).moveInitialize(from: first + new, count: old - new)
      }
      (first + new).initialize(to: element)
    }
  }

  private mutating func take(out removed: [Int]) {
    guard let first = removed.first else { return }
    withUnsafeMutableBufferPointer { elements in
      var (write, next) = (first, 0)
      for read in first..<elements.count {
        if next < removed.count, removed[next] == read {
          next += 1
        } else {
          elements.swapAt(write, read)
          write += 1
        }
      }
    }
    removeLast(removed.count)
  }

  private mutating func put(in inserted: [(index: Int, element: Element)]) {
    let count = count
    append(contentsOf: inserted.map(\.element))
    withUnsafeMutableBufferPointer { elements in
      var (read, write) = (count - 1, elements.count - 1)
      for item in inserted.reversed() {
        // What is swapped towards the front are places that are filled later.
        while write > item.index {
          elements.swapAt(read, write)
          (read, write) = (read - 1, write - 1)
        }
        elements[write] = item.element
        write -= 1
      }
    }
  }
}
