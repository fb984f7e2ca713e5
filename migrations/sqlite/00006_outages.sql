-- +goose Up

-- The server, while games are played on it: when it last said so. Absent while none is played.
CREATE TABLE alive (
    node TEXT    NOT NULL PRIMARY KEY,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Times in which no server was alive although games were being played.
CREATE TABLE outages (
    began INTEGER NOT NULL PRIMARY KEY,
    ended INTEGER NOT NULL CHECK (ended > began)
) STRICT, WITHOUT ROWID;
