-- +goose Up

-- What is said beside games, one row a circle: how many lines it has, the number of its last change, and
-- which seats have closed it.
CREATE TABLE talks (
    game_id      TEXT    NOT NULL REFERENCES games (id),
    circle       TEXT    NOT NULL CHECK (circle IN ('players', 'spectators')),
    lines        INTEGER NOT NULL,
    changes      INTEGER NOT NULL,
    white_closed INTEGER NOT NULL CHECK (white_closed IN (0, 1)),
    black_closed INTEGER NOT NULL CHECK (black_closed IN (0, 1)),
    PRIMARY KEY (game_id, circle)
) STRICT, WITHOUT ROWID;

-- The lines. change is the number of the circle's change that made the line what it is; an operator who
-- takes a line away leaves the row and its number.
CREATE TABLE talk_lines (
    game_id        TEXT    NOT NULL,
    circle         TEXT    NOT NULL,
    n              INTEGER NOT NULL CHECK (n > 0),
    change         INTEGER NOT NULL,
    player_id      TEXT    NOT NULL REFERENCES players (id),
    command_id     TEXT    NOT NULL,
    command_digest BLOB    NOT NULL CHECK (length(command_digest) = 32),
    at             INTEGER NOT NULL,
    text           TEXT    NOT NULL,
    deleted        INTEGER NOT NULL CHECK (deleted IN (0, 1)),
    PRIMARY KEY (game_id, circle, n),
    UNIQUE (game_id, circle, change),
    UNIQUE (game_id, player_id, command_id),
    FOREIGN KEY (game_id, circle) REFERENCES talks (game_id, circle)
) STRICT, WITHOUT ROWID;

CREATE INDEX talk_lines_player ON talk_lines (player_id, at);

-- Whom a person does not want to read.
CREATE TABLE mutes (
    player_id TEXT NOT NULL REFERENCES players (id),
    muted_id  TEXT NOT NULL REFERENCES players (id),
    PRIMARY KEY (player_id, muted_id),
    CHECK (player_id <> muted_id)
) STRICT, WITHOUT ROWID;
