import SQLite

/// A fault in progress, which decides the outcome of each operation.
///
/// It does no I/O and takes no lock.
struct FaultPlan {
  /// The fault; `nil` if nothing fails.
  private(set) var fault: Fault?
  /// The operations, or bytes of growth, that the fault has counted.
  private var counted = 0
  private(set) var hasCrashed = false

  init(_ fault: Fault? = nil) { self.fault = fault }

  /// Returns the outcome of the next operation.
  mutating func outcome(of operation: VFSOperation) -> VFSOutcome {
    if hasCrashed { return .fail(operation.kind.usualFailure) }
    guard let fault, fault.counts(operation) else { return .proceed }
    if fault.effect == .diskFull { return growing(by: operation.growth, upTo: fault.limit) }
    counted += 1
    guard counted == fault.limit + 1 else { return .proceed }
    return hit(by: fault.effect, operation)
  }

  private mutating func hit(by effect: Fault.Effect, _ operation: VFSOperation) -> VFSOutcome {
    switch effect {
    case .failing(let code): return .fail(code ?? operation.kind.usualFailure)
    case .shortRead(let count): return .shortRead(count: count)
    case .tornWrite(let count, let code): return .tornWrite(count: count, code)
    case .diskFull: return .fail(.full)
    case .crash(let tears):
      hasCrashed = true
      guard tears, operation.kind == .write else { return .fail(operation.kind.usualFailure) }
      return .tornWrite(count: operation.length / 2, .ioErrorWrite)
    }
  }

  private mutating func growing(by count: Int, upTo limit: Int) -> VFSOutcome {
    guard count > 0 else { return .proceed }
    guard counted + count <= limit else { return .fail(.full) }
    counted += count
    return .proceed
  }
}

extension Fault {
  fileprivate func counts(_ operation: VFSOperation) -> Bool {
    kinds.contains(operation.kind) && files?.contains(operation.file) ?? true
  }
}
