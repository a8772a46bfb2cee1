// Deleted with the first source of this module.
