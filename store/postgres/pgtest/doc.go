// Package pgtest gives tests a PostgreSQL of their own: a cluster in a temporary directory, reached by
// a socket there, that ends with the tests. It needs PostgreSQL's programs, on the PATH or where
// Debian keeps them, and a user besides root to run them as, which PostgreSQL insists on.
package pgtest
