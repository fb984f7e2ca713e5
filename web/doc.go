// Package web is everything a browser or a program reaches over HTTP: the REST API, the socket of a
// game, sessions, the embedded client, health and metrics. web/PROTOCOL.md is its specification.
//
// It decides nothing about games. What a player asks for goes to lobby and lobby/room, and what comes
// back is written down as it came: events leave here as the very bytes that were committed.
//
// Invariants:
//   - nothing is sent to anyone that was not handed out by a room or a store, so nothing is visible
//     before it is durable;
//   - one table (outcomes) says for every code which HTTP status and which close code it has and
//     whether the same request may succeed later;
//   - every refusal outside a socket is a problem document with one of those codes, whoever refuses;
//   - nobody waits for a socket: each has a bounded queue in the room, a bounded time for every write,
//     and is closed when it uses them up.
//
// It never imports a store's implementation; cmd/server hands one in.
package web
