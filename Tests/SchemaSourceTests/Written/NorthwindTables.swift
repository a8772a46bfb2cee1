// swift-format-ignore-file
// Written by `livesql schema --swift`.

import Foundation
import LiveSQL

/// A row of the view Alphabetical list of products, which can only be read.
@Table("Alphabetical list of products")
struct AlphabeticalListOfProduct: Hashable, Sendable {
  @Column("ProductID") let productID: Int?
  @Column("ProductName") let productName: String?
  @Column("SupplierID") let supplierID: Int?
  @Column("CategoryID") let categoryID: Int?
  @Column("QuantityPerUnit") let quantityPerUnit: String?
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  @Column("UnitPrice") let unitPrice: Double?
  @Column("UnitsInStock") let unitsInStock: Int?
  @Column("UnitsOnOrder") let unitsOnOrder: Int?
  @Column("ReorderLevel") let reorderLevel: Int?
  @Column("Discontinued") let discontinued: String?
  @Column("CategoryName") let categoryName: String?
}

/// A row of the table Categories.
@Table("Categories")
struct Category: Hashable, Sendable {
  @Column("CategoryID", primaryKey: true) let categoryID: Int
  @Column("CategoryName") var categoryName: String?
  @Column("Description") var description: String?
  @Column("Picture") var picture: Data?
}

/// A row of the view Category Sales for 1997, which can only be read.
@Table("Category Sales for 1997")
struct CategorySalesFor1997: Hashable, Sendable {
  @Column("CategoryName") let categoryName: String?
  /// The database does not declare its type.
  @Column("CategorySales") let categorySales: String?
}

/// A row of the view Current Product List, which can only be read.
@Table("Current Product List")
struct CurrentProductList: Hashable, Sendable {
  @Column("ProductID") let productID: Int?
  @Column("ProductName") let productName: String?
}

/// A row of the view Customer and Suppliers by City, which can only be read.
@Table("Customer and Suppliers by City")
struct CustomerAndSuppliersByCity: Hashable, Sendable {
  @Column("City") let city: String?
  @Column("CompanyName") let companyName: String?
  @Column("ContactName") let contactName: String?
  @Column("Relationship") let relationship: String?
}

/// A row of the table CustomerCustomerDemo.
@Table("CustomerCustomerDemo")
struct CustomerCustomerDemo: Hashable, Identifiable, Sendable {
  /// The primary key.
  @Selection
  struct ID: Hashable, Sendable {
    /// Refers to Customers.
    @Column("CustomerID") let customerID: String
    /// Refers to CustomerDemographics.
    @Column("CustomerTypeID") let customerTypeID: String
  }

  let id: ID
}

/// A row of the table CustomerDemographics.
@Table("CustomerDemographics")
struct CustomerDemographic: Hashable, Sendable {
  @Column("CustomerTypeID", primaryKey: true) let customerTypeID: String
  @Column("CustomerDesc") var customerDesc: String?
}

/// A row of the table Customers.
@Table("Customers")
struct Customer: Hashable, Sendable {
  @Column("CustomerID", primaryKey: true) let customerID: String
  @Column("CompanyName") var companyName: String?
  @Column("ContactName") var contactName: String?
  @Column("ContactTitle") var contactTitle: String?
  @Column("Address") var address: String?
  @Column("City") var city: String?
  @Column("Region") var region: String?
  @Column("PostalCode") var postalCode: String?
  @Column("Country") var country: String?
  @Column("Phone") var phone: String?
  @Column("Fax") var fax: String?
}

/// A row of the table Employees.
@Table("Employees")
struct Employee: Hashable, Sendable {
  @Column("EmployeeID", primaryKey: true) let employeeID: Int
  @Column("LastName") var lastName: String?
  @Column("FirstName") var firstName: String?
  @Column("Title") var title: String?
  @Column("TitleOfCourtesy") var titleOfCourtesy: String?
  @Column("BirthDate") var birthDate: Date?
  @Column("HireDate") var hireDate: Date?
  @Column("Address") var address: String?
  @Column("City") var city: String?
  @Column("Region") var region: String?
  @Column("PostalCode") var postalCode: String?
  @Column("Country") var country: String?
  @Column("HomePhone") var homePhone: String?
  @Column("Extension") var `extension`: String?
  @Column("Photo") var photo: Data?
  @Column("Notes") var notes: String?
  /// Refers to Employees.
  @Column("ReportsTo") var reportsTo: Int?
  @Column("PhotoPath") var photoPath: String?
}

/// A row of the table EmployeeTerritories.
@Table("EmployeeTerritories")
struct EmployeeTerritory: Hashable, Identifiable, Sendable {
  /// The primary key.
  @Selection
  struct ID: Hashable, Sendable {
    /// Refers to Employees.
    @Column("EmployeeID") let employeeID: Int
    /// Refers to Territories.
    @Column("TerritoryID") let territoryID: String
  }

  let id: ID
}

/// A row of the view Invoices, which can only be read.
@Table("Invoices")
struct Invoice: Hashable, Sendable {
  @Column("ShipName") let shipName: String?
  @Column("ShipAddress") let shipAddress: String?
  @Column("ShipCity") let shipCity: String?
  @Column("ShipRegion") let shipRegion: String?
  @Column("ShipPostalCode") let shipPostalCode: String?
  @Column("ShipCountry") let shipCountry: String?
  @Column("CustomerID") let customerID: String?
  @Column("CustomerName") let customerName: String?
  @Column("Address") let address: String?
  @Column("City") let city: String?
  @Column("Region") let region: String?
  @Column("PostalCode") let postalCode: String?
  @Column("Country") let country: String?
  @Column("Salesperson") let salesperson: Int?
  @Column("OrderID") let orderID: Int?
  @Column("OrderDate") let orderDate: Date?
  @Column("RequiredDate") let requiredDate: Date?
  @Column("ShippedDate") let shippedDate: Date?
  @Column("ShipperName") let shipperName: String?
  @Column("ProductID") let productID: Int?
  @Column("ProductName") let productName: String?
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  @Column("UnitPrice") let unitPrice: Double?
  @Column("Quantity") let quantity: Int?
  @Column("Discount") let discount: Double?
  @Column("ExtendedPrice") let extendedPrice: Double?
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  @Column("Freight") let freight: Double?
}

/// A row of the table Order Details.
@Table("Order Details")
struct OrderDetail: Hashable, Identifiable, Sendable {
  /// The primary key.
  @Selection
  struct ID: Hashable, Sendable {
    /// Refers to Orders.
    @Column("OrderID") let orderID: Int
    /// Refers to Products.
    @Column("ProductID") let productID: Int
  }

  let id: ID
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  @Column("UnitPrice") var unitPrice: Double = 0.0
  @Column("Quantity") var quantity: Int = 1
  @Column("Discount") var discount: Double = 0.0
}

/// A row of the view Order Details Extended, which can only be read.
@Table("Order Details Extended")
struct OrderDetailsExtended: Hashable, Sendable {
  @Column("OrderID") let orderID: Int?
  @Column("ProductID") let productID: Int?
  @Column("ProductName") let productName: String?
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  @Column("UnitPrice") let unitPrice: Double?
  @Column("Quantity") let quantity: Int?
  @Column("Discount") let discount: Double?
  @Column("ExtendedPrice") let extendedPrice: Double?
}

/// A row of the view Order Subtotals, which can only be read.
@Table("Order Subtotals")
struct OrderSubtotal: Hashable, Sendable {
  @Column("OrderID") let orderID: Int?
  @Column("Subtotal") let subtotal: Double?
}

/// A row of the table Orders.
@Table("Orders")
struct Order: Hashable, Sendable {
  @Column("OrderID", primaryKey: true) let orderID: Int
  /// Refers to Customers.
  @Column("CustomerID") var customerID: String?
  /// Refers to Employees.
  @Column("EmployeeID") var employeeID: Int?
  @Column("OrderDate") var orderDate: Date?
  @Column("RequiredDate") var requiredDate: Date?
  @Column("ShippedDate") var shippedDate: Date?
  /// Refers to Shippers.
  @Column("ShipVia") var shipVia: Int?
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  /// Default in the database: 0
  @Column("Freight") var freight: Double?
  @Column("ShipName") var shipName: String?
  @Column("ShipAddress") var shipAddress: String?
  @Column("ShipCity") var shipCity: String?
  @Column("ShipRegion") var shipRegion: String?
  @Column("ShipPostalCode") var shipPostalCode: String?
  @Column("ShipCountry") var shipCountry: String?
}

/// A row of the view Orders Qry, which can only be read.
@Table("Orders Qry")
struct OrdersQry: Hashable, Sendable {
  @Column("OrderID") let orderID: Int?
  @Column("CustomerID") let customerID: String?
  @Column("EmployeeID") let employeeID: Int?
  @Column("OrderDate") let orderDate: Date?
  @Column("RequiredDate") let requiredDate: Date?
  @Column("ShippedDate") let shippedDate: Date?
  @Column("ShipVia") let shipVia: Int?
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  @Column("Freight") let freight: Double?
  @Column("ShipName") let shipName: String?
  @Column("ShipAddress") let shipAddress: String?
  @Column("ShipCity") let shipCity: String?
  @Column("ShipRegion") let shipRegion: String?
  @Column("ShipPostalCode") let shipPostalCode: String?
  @Column("ShipCountry") let shipCountry: String?
  @Column("CompanyName") let companyName: String?
  @Column("Address") let address: String?
  @Column("City") let city: String?
  @Column("Region") let region: String?
  @Column("PostalCode") let postalCode: String?
  @Column("Country") let country: String?
}

/// A row of the view Product Sales for 1997, which can only be read.
@Table("Product Sales for 1997")
struct ProductSalesFor1997: Hashable, Sendable {
  @Column("CategoryName") let categoryName: String?
  @Column("ProductName") let productName: String?
  /// The database does not declare its type.
  @Column("ProductSales") let productSales: String?
}

/// A row of the view ProductDetails_V, which can only be read.
@Table("ProductDetails_V")
struct ProductDetailsV: Hashable, Sendable {
  @Column("ProductID") let productID: Int?
  @Column("ProductName") let productName: String?
  @Column("SupplierID") let supplierID: Int?
  @Column("CategoryID") let categoryID: Int?
  @Column("QuantityPerUnit") let quantityPerUnit: String?
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  @Column("UnitPrice") let unitPrice: Double?
  @Column("UnitsInStock") let unitsInStock: Int?
  @Column("UnitsOnOrder") let unitsOnOrder: Int?
  @Column("ReorderLevel") let reorderLevel: Int?
  @Column("Discontinued") let discontinued: String?
  @Column("CategoryName") let categoryName: String?
  @Column("CategoryDescription") let categoryDescription: String?
  @Column("SupplierName") let supplierName: String?
  @Column("SupplierRegion") let supplierRegion: String?
}

/// A row of the table Products.
@Table("Products")
struct Product: Hashable, Sendable {
  @Column("ProductID", primaryKey: true) let productID: Int
  @Column("ProductName") var productName: String
  /// Refers to Suppliers.
  @Column("SupplierID") var supplierID: Int?
  /// Refers to Categories.
  @Column("CategoryID") var categoryID: Int?
  @Column("QuantityPerUnit") var quantityPerUnit: String?
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  /// Default in the database: 0
  @Column("UnitPrice") var unitPrice: Double?
  /// Default in the database: 0
  @Column("UnitsInStock") var unitsInStock: Int?
  /// Default in the database: 0
  @Column("UnitsOnOrder") var unitsOnOrder: Int?
  /// Default in the database: 0
  @Column("ReorderLevel") var reorderLevel: Int?
  @Column("Discontinued") var discontinued: String = "0"
}

/// A row of the view Products Above Average Price, which can only be read.
@Table("Products Above Average Price")
struct ProductsAboveAveragePrice: Hashable, Sendable {
  @Column("ProductName") let productName: String?
  /// SQLite rounds NUMERIC to binary; Decimal.FixedPoint keeps amounts as exact integers.
  @Column("UnitPrice") let unitPrice: Double?
}

/// A row of the view Products by Category, which can only be read.
@Table("Products by Category")
struct ProductsByCategory: Hashable, Sendable {
  @Column("CategoryName") let categoryName: String?
  @Column("ProductName") let productName: String?
  @Column("QuantityPerUnit") let quantityPerUnit: String?
  @Column("UnitsInStock") let unitsInStock: Int?
  @Column("Discontinued") let discontinued: String?
}

/// A row of the view Quarterly Orders, which can only be read.
@Table("Quarterly Orders")
struct QuarterlyOrder: Hashable, Sendable {
  @Column("CustomerID") let customerID: String?
  @Column("CompanyName") let companyName: String?
  @Column("City") let city: String?
  @Column("Country") let country: String?
}

/// A row of the table Regions.
@Table("Regions")
struct Region: Hashable, Sendable {
  @Column("RegionID", primaryKey: true) let regionID: Int
  @Column("RegionDescription") var regionDescription: String
}

/// A row of the view Sales by Category, which can only be read.
@Table("Sales by Category")
struct SalesByCategory: Hashable, Sendable {
  @Column("CategoryID") let categoryID: Int?
  @Column("CategoryName") let categoryName: String?
  @Column("ProductName") let productName: String?
  /// The database does not declare its type.
  @Column("ProductSales") let productSales: String?
}

/// A row of the view Sales Totals by Amount, which can only be read.
@Table("Sales Totals by Amount")
struct SalesTotalsByAmount: Hashable, Sendable {
  /// The database does not declare its type.
  @Column("SaleAmount") let saleAmount: String?
  @Column("OrderID") let orderID: Int?
  @Column("CompanyName") let companyName: String?
  @Column("ShippedDate") let shippedDate: Date?
}

/// A row of the table Shippers.
@Table("Shippers")
struct Shipper: Hashable, Sendable {
  @Column("ShipperID", primaryKey: true) let shipperID: Int
  @Column("CompanyName") var companyName: String
  @Column("Phone") var phone: String?
}

/// A row of the view Summary of Sales by Quarter, which can only be read.
@Table("Summary of Sales by Quarter")
struct SummaryOfSalesByQuarter: Hashable, Sendable {
  @Column("ShippedDate") let shippedDate: Date?
  @Column("OrderID") let orderID: Int?
  @Column("Subtotal") let subtotal: Double?
}

/// A row of the view Summary of Sales by Year, which can only be read.
@Table("Summary of Sales by Year")
struct SummaryOfSalesByYear: Hashable, Sendable {
  @Column("ShippedDate") let shippedDate: Date?
  @Column("OrderID") let orderID: Int?
  @Column("Subtotal") let subtotal: Double?
}

/// A row of the table Suppliers.
@Table("Suppliers")
struct Supplier: Hashable, Sendable {
  @Column("SupplierID", primaryKey: true) let supplierID: Int
  @Column("CompanyName") var companyName: String
  @Column("ContactName") var contactName: String?
  @Column("ContactTitle") var contactTitle: String?
  @Column("Address") var address: String?
  @Column("City") var city: String?
  @Column("Region") var region: String?
  @Column("PostalCode") var postalCode: String?
  @Column("Country") var country: String?
  @Column("Phone") var phone: String?
  @Column("Fax") var fax: String?
  @Column("HomePage") var homePage: String?
}

/// A row of the table Territories.
@Table("Territories")
struct Territory: Hashable, Sendable {
  @Column("TerritoryID", primaryKey: true) let territoryID: String
  @Column("TerritoryDescription") var territoryDescription: String
  /// Refers to Regions.
  @Column("RegionID") var regionID: Int
}
