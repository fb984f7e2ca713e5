-- +goose Up

-- The servers on which games are played: when each last said so, by this database's clock. A server on
-- which none is played is absent.
CREATE TABLE alive (
    node UUID   NOT NULL PRIMARY KEY,
    at   BIGINT NOT NULL
);

-- Times in which no server was alive although games were being played. Several servers that come upon one
-- find the same last sign of life: the key stores it once.
CREATE TABLE outages (
    began BIGINT NOT NULL PRIMARY KEY,
    ended BIGINT NOT NULL CHECK (ended > began)
);
