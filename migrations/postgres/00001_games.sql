-- +goose Up

-- People. Everything else names them by id only.
CREATE TABLE players (
    id         UUID    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    guest      BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL
);

-- What a session's token hashes to (SHA-256), and whose it is. The token itself is nowhere.
CREATE TABLE sessions (
    token_hash BYTEA NOT NULL PRIMARY KEY CHECK (length(token_hash) = 32),
    player_id  UUID  NOT NULL REFERENCES players (id)
);

CREATE INDEX sessions_player ON sessions (player_id);

-- One row a game for lists, written with every append: a pure function of the game's events. head is
-- the last event's seq and moves only from the seq before the append to the append's last.
CREATE TABLE games (
    id         UUID    NOT NULL PRIMARY KEY,
    ruleset    TEXT    NOT NULL,
    visibility TEXT    NOT NULL CHECK (visibility IN ('public', 'unlisted')),
    creator_id UUID    NOT NULL REFERENCES players (id),
    white_id   UUID    REFERENCES players (id),
    black_id   UUID    REFERENCES players (id),
    phase      TEXT    NOT NULL CHECK (phase IN ('waiting', 'playing', 'over')),
    turn       TEXT    NOT NULL CHECK (turn IN ('', 'white', 'black')),
    head       INTEGER NOT NULL CHECK (head > 0),
    created_at BIGINT  NOT NULL,
    last_at    BIGINT  NOT NULL,
    ended_at   BIGINT  CHECK ((ended_at IS NOT NULL) = (phase = 'over')),
    reason     TEXT    NOT NULL,
    winner     TEXT    NOT NULL CHECK (winner IN ('', 'white', 'black')),
    worth      INTEGER NOT NULL
) WITH (fillfactor = 80); -- room beside each row for its next version

CREATE INDEX games_public ON games (id) WHERE visibility = 'public';
CREATE INDEX games_live ON games (id) WHERE visibility = 'public' AND phase = 'playing';
CREATE INDEX games_finished ON games (ended_at, id) WHERE visibility = 'public' AND phase = 'over';

-- The log: one row an append. events is the JSON array everyone is shown, byte for byte. Two writers
-- on one head want the same key; the same command has the same id.
CREATE TABLE appends (
    game_id        UUID    NOT NULL REFERENCES games (id),
    first_seq      INTEGER NOT NULL CHECK (first_seq > 0),
    last_seq       INTEGER NOT NULL CHECK (last_seq >= first_seq),
    seat           TEXT    NOT NULL CHECK (seat IN ('', 'white', 'black')),
    command_id     UUID    NOT NULL,
    command_digest BYTEA   NOT NULL CHECK (length(command_digest) = 32),
    at             BIGINT  NOT NULL,
    events         TEXT    NOT NULL,
    PRIMARY KEY (game_id, first_seq),
    UNIQUE (game_id, command_id)
);

-- The secret a game's dice come from, apart from everything that is shown.
CREATE TABLE secrets (
    game_id UUID  NOT NULL PRIMARY KEY REFERENCES games (id),
    secret  BYTEA NOT NULL CHECK (length(secret) = 32)
);

-- Which game a person's command made: the same command makes it once.
CREATE TABLE creations (
    creator_id     UUID  NOT NULL REFERENCES players (id),
    command_id     UUID  NOT NULL,
    command_digest BYTEA NOT NULL CHECK (length(command_digest) = 32),
    game_id        UUID  NOT NULL REFERENCES games (id),
    PRIMARY KEY (creator_id, command_id)
);

-- What an invitation's token hashes to (SHA-256), the seat it is for and who gave it.
CREATE TABLE invitations (
    token_hash BYTEA   NOT NULL PRIMARY KEY CHECK (length(token_hash) = 32),
    game_id    UUID    NOT NULL REFERENCES games (id),
    seat       TEXT    NOT NULL CHECK (seat IN ('white', 'black')),
    from_id    UUID    NOT NULL REFERENCES players (id),
    created_at BIGINT  NOT NULL
);

CREATE INDEX invitations_game ON invitations (game_id);
