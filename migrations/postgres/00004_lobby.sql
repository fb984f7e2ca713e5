-- +goose Up

-- What a person has done once outside of the games' logs, by the id their client gave it: sent again it
-- is not done again. answer is what came of it, in the words of whoever did it.
CREATE TABLE acts (
    player_id      UUID  NOT NULL REFERENCES players (id),
    command_id     UUID  NOT NULL,
    command_digest BYTEA NOT NULL CHECK (length(command_digest) = 32),
    answer         TEXT  NOT NULL,
    PRIMARY KEY (player_id, command_id)
);

-- Offers to play: to anybody, or, with after_id, to the opponent of a game that is over, as a rematch in
-- its series. An open one holds as long as its owner is seen; seen_at of one that was taken is when. game_id is the one game it led to.
CREATE TABLE seeks (
    id         UUID    NOT NULL PRIMARY KEY,
    owner_id   UUID    NOT NULL REFERENCES players (id),
    ruleset    TEXT    NOT NULL,
    seat       TEXT    NOT NULL CHECK (seat IN ('', 'white', 'black')),
    odds       BOOLEAN NOT NULL,
    after_id   UUID    REFERENCES games (id),
    series_id  UUID    REFERENCES games (id),
    created_at BIGINT  NOT NULL,
    seen_at    BIGINT  NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('open', 'taken', 'withdrawn', 'expired')),
    game_id    UUID    REFERENCES games (id),
    CHECK ((after_id IS NULL) = (series_id IS NULL)),
    CHECK ((game_id IS NOT NULL) = (state = 'taken'))
);

CREATE INDEX seeks_open ON seeks (id) WHERE state = 'open';
CREATE INDEX seeks_owner ON seeks (owner_id, id) WHERE state IN ('open', 'taken');
CREATE INDEX seeks_after ON seeks (after_id) WHERE after_id IS NOT NULL;
CREATE INDEX seeks_series ON seeks (series_id) WHERE state = 'taken' AND series_id IS NOT NULL;

CREATE INDEX seeks_taken ON seeks (seen_at) WHERE state = 'taken' AND after_id IS NULL;

-- A game has one rematch.
CREATE UNIQUE INDEX seeks_rematch ON seeks (after_id) WHERE state = 'taken' AND after_id IS NOT NULL;
