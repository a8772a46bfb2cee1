// The few symbols of UIKit that the seeds use, written by hand for `Scripts/check-apple`.

@_exported public import Foundation

@MainActor @preconcurrency
open class UIResponder: NSObject {}

@MainActor @preconcurrency
open class UIView: UIResponder {}

@MainActor @preconcurrency
open class UIViewController: UIResponder {
  open func viewDidLoad() {}
}

@MainActor @preconcurrency
open class UICollectionViewCell: UIView {}

@MainActor @preconcurrency
open class UICollectionView: UIView {}

@MainActor @preconcurrency
open class UICollectionViewController: UIViewController {
  open var collectionView: UICollectionView!
}

@MainActor @preconcurrency
open class UICollectionViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable,
  ItemIdentifierType: Hashable & Sendable
>: NSObject {
  public typealias CellProvider = (
    _ collectionView: UICollectionView,
    _ indexPath: IndexPath,
    _ itemIdentifier: ItemIdentifierType
  ) -> UICollectionViewCell?

  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {}

  open nonisolated func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {}
}

public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable,
  ItemIdentifierType: Hashable & Sendable
>: Sendable {
  public init() {}

  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {}

  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType],
    toSection section: SectionIdentifierType? = nil
  ) {}
}
