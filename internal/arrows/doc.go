// Package arrows holds no code, only tests that keep the house in order: which package may import
// which (the arrows of docs/architecture.md), what the engine may know, and those rules of
// docs/style.md that a machine can keep. Each failure says what to do.
//
// It judges what is in the working tree, committed or not. What needs a person's eye is left to one.
package arrows
