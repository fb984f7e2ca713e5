package engine

// RulesetID names a ruleset: "fallas" and its sisters.
type RulesetID string

// Ruleset is one game's rules as data: one field for each row of the table in docs/rules.md.
type Ruleset struct {
	ID RulesetID `json:"id"`
}
