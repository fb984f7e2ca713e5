-- +goose Up

-- Lists of a player's games, on either seat, unlisted ones too, and of the public games of a ruleset. None of
-- these columns changes while a game is being played.
CREATE INDEX games_white ON games (white_id, id) WHERE white_id IS NOT NULL;
CREATE INDEX games_black ON games (black_id, id) WHERE black_id IS NOT NULL;
CREATE INDEX games_white_finished ON games (white_id, ended_at, id) WHERE white_id IS NOT NULL AND phase = 'over';
CREATE INDEX games_black_finished ON games (black_id, ended_at, id) WHERE black_id IS NOT NULL AND phase = 'over';
CREATE INDEX games_ruleset ON games (ruleset, id) WHERE visibility = 'public';
CREATE INDEX games_ruleset_finished ON games (ruleset, ended_at, id) WHERE visibility = 'public' AND phase = 'over';
