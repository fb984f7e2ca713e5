-- +goose Up

-- What is said beside games, one row a circle: how many lines it has, the number of its last change, and
-- which seats have closed it.
CREATE TABLE talks (
    game_id      UUID    NOT NULL REFERENCES games (id),
    circle       TEXT    NOT NULL CHECK (circle IN ('players', 'spectators')),
    lines        INTEGER NOT NULL,
    changes      INTEGER NOT NULL,
    white_closed BOOLEAN NOT NULL,
    black_closed BOOLEAN NOT NULL,
    PRIMARY KEY (game_id, circle)
);

-- The lines. change is the number of the circle's change that made the line what it is; an operator who
-- takes a line away leaves the row and its number.
CREATE TABLE talk_lines (
    game_id        UUID    NOT NULL,
    circle         TEXT    NOT NULL,
    n              INTEGER NOT NULL CHECK (n > 0),
    change         INTEGER NOT NULL,
    player_id      UUID    NOT NULL REFERENCES players (id),
    command_id     UUID    NOT NULL,
    command_digest BYTEA   NOT NULL CHECK (length(command_digest) = 32),
    at             BIGINT  NOT NULL,
    text           TEXT    NOT NULL,
    deleted        BOOLEAN NOT NULL,
    PRIMARY KEY (game_id, circle, n),
    UNIQUE (game_id, circle, change),
    UNIQUE (game_id, player_id, command_id),
    FOREIGN KEY (game_id, circle) REFERENCES talks (game_id, circle)
);

CREATE INDEX talk_lines_player ON talk_lines (player_id, at);

-- Whom a person does not want to read.
CREATE TABLE mutes (
    player_id UUID NOT NULL REFERENCES players (id),
    muted_id  UUID NOT NULL REFERENCES players (id),
    PRIMARY KEY (player_id, muted_id),
    CHECK (player_id <> muted_id)
);
