-- +goose Up

-- A name of one's own is unique in its folded form; guests have none. Who was deleted or banned stays,
-- for games name people by id.
ALTER TABLE players
    ADD COLUMN name_folded TEXT,
    ADD COLUMN banned_at   BIGINT,
    ADD COLUMN deleted_at  BIGINT;

CREATE UNIQUE INDEX players_name ON players (name_folded);

-- A session is a browser's, or a program's: then it has an id to be revoked by, and a label.
ALTER TABLE sessions
    ADD COLUMN token_id   UUID,
    ADD COLUMN label      TEXT   NOT NULL DEFAULT '',
    ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX sessions_token ON sessions (token_id);

-- What a person's recovery code hashes to (SHA-256). It goes when it is used; a new one takes its place.
CREATE TABLE recovery_codes (
    player_id UUID   NOT NULL PRIMARY KEY REFERENCES players (id),
    code_hash BYTEA  NOT NULL UNIQUE CHECK (length(code_hash) = 32),
    made_at   BIGINT NOT NULL
);

-- The games that end when their player goes.
CREATE INDEX games_unfinished ON games (id) WHERE phase <> 'over';
