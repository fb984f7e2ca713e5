package web

import "github.com/danielgtaylor/huma/v2"

// The bodies that message.go reads are described here, for the OpenAPI document only.

func jsonBody(s *huma.Schema) *huma.RequestBody {
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: s}}}
}

// describeBody describes the body of an operation that message.go reads. huma does not judge it: it knew only that it
// is none of the forms, and not what is wrong.
func describeBody(api huma.API, path string, s *huma.Schema) {
	api.OpenAPI().Paths[path].Post.RequestBody = jsonBody(s)
}

func word(w string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Enum: []any{w}} }

func bodyOf(required []string, fields map[string]*huma.Schema) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Properties: fields, Required: required, AdditionalProperties: false}
}

func playSchema() *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: stepSchema{}.Schema(nil)}
}

func commandSchema() *huma.Schema {
	id, b32 := uuidSchema{}.Schema(nil), bytes32Schema{}.Schema(nil)
	seq := &huma.Schema{Type: huma.TypeInteger, Description: "The game's last event as the sender knows it."}
	return &huma.Schema{OneOf: []*huma.Schema{
		bodyOf([]string{"id", "command", "commitment"}, map[string]*huma.Schema{
			"id": id, "command": word("sit"), "expect": seq, "seed": b32, "commitment": b32,
			"invitation": {Type: huma.TypeString},
		}),
		bodyOf([]string{"id", "command", "steps"}, map[string]*huma.Schema{
			"id": id, "command": word("play"), "expect": seq, "steps": playSchema(),
		}),
		bodyOf([]string{"id", "command", "play"}, map[string]*huma.Schema{
			"id": id, "command": word("play"), "expect": seq,
			"play": {Type: huma.TypeString, Description: "In notation, instead of steps.", Examples: []any{"24/18 13/7*"}},
		}),
		bodyOf([]string{"id", "command"}, map[string]*huma.Schema{
			"id": id, "command": word("resign"), "expect": seq, "worth": {Type: huma.TypeInteger},
		}),
		bodyOf([]string{"id", "command", "accept"}, map[string]*huma.Schema{
			"id": id, "command": word("answer_resignation"), "expect": seq, "accept": {Type: huma.TypeBoolean},
		}),
		bodyOf([]string{"id", "command"}, map[string]*huma.Schema{"id": id, "command": word("withdraw_resignation"), "expect": seq}),
		bodyOf([]string{"id", "command"}, map[string]*huma.Schema{"id": id, "command": word("abort"), "expect": seq}),
		bodyOf([]string{"id", "command"}, map[string]*huma.Schema{"id": id, "command": word("claim"), "expect": seq}),
	}}
}

func askSchema() *huma.Schema {
	id := &huma.Schema{Type: huma.TypeString, Description: "Echoed."}
	seq := &huma.Schema{Type: huma.TypeInteger, Description: "After which event; left out, as the game is now."}
	return &huma.Schema{OneOf: []*huma.Schema{
		bodyOf([]string{"id", "ask", "step"}, map[string]*huma.Schema{
			"id": id, "ask": word(string(askWhy)), "steps": playSchema(), "step": stepSchema{}.Schema(nil),
		}),
		bodyOf([]string{"id", "ask"}, map[string]*huma.Schema{"id": id, "ask": word(string(askComplete)), "steps": playSchema()}),
		bodyOf([]string{"id", "ask"}, map[string]*huma.Schema{"id": id, "ask": word(string(askExplain)), "seq": seq}),
		bodyOf([]string{"id", "ask"}, map[string]*huma.Schema{"id": id, "ask": word(string(askPosition)), "seq": seq}),
		bodyOf([]string{"id", "ask"}, map[string]*huma.Schema{"id": id, "ask": word(string(askOdds)), "seq": seq}),
	}}
}
