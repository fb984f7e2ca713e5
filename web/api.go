package web

import (
	"context"
	"encoding/json"
	"mime"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"fallas/engine"
	"fallas/lobby"
)

// registerAPI puts every operation of the REST API on the router, and its description beside them.
func (s *Server) registerAPI(r chi.Router) {
	config := huma.DefaultConfig("Fallas", "1")
	config.Info.Description = "Tables games, Fallas first. PROTOCOL.md describes the API in words, and the sockets."
	// huma's page of documentation loads scripts from elsewhere, and its links would put a $schema into
	// every answer.
	config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", nil
	config.OpenAPIPath = "" // served below, in one form
	config.RejectUnknownQueryParameters = true
	asJSON := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: strictly}
	config.Formats = map[string]huma.Format{"application/json": asJSON, "json": asJSON}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"cookie": {Type: "apiKey", In: "cookie", Name: sessionCookie},
		"bearer": {Type: "http", Scheme: "bearer"},
	}
	describeTypes(config.Components.Schemas)
	api := humachi.New(r, config)
	api.UseMiddleware(eachOnce, plainType)
	s.registerSession(api)
	s.registerPeople(api)
	s.registerAbout(api)
	s.registerGames(api)
	s.registerPlay(api)
	s.registerSeeks(api)
	s.registerRematch(api)
	s.registerLobby(api)
	s.registerAsk(api)
	s.registerStream(api)
	s.registerTranscript(api)
	s.registerChat(api)

	describeNulls(api.OpenAPI().Components.Schemas)
	description, err := json.Marshal(api.OpenAPI())
	if err != nil { // it is made of this program's types only
		panic(err)
	}
	r.Get(apiPath+"/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(description) // the reader being gone is its own affair
	})
}

// register puts an operation on the API whose errors of every kind become problems, whose body has the limit of a
// message, and which nobody waits for longer than for a command.
func register[I, O any](s *Server, api huma.API, op huma.Operation, do func(context.Context, *I) (*O, error)) {
	op.MaxBodyBytes = s.opt.Limits.MessageBytes + 1 // huma refuses a body as long as its limit
	huma.Register(api, op, func(ctx context.Context, in *I) (*O, error) {
		ctx, cancel := context.WithTimeout(ctx, commandTimeout)
		defer cancel()
		out, err := do(ctx, in)
		if err != nil {
			return nil, s.problem(ctx, op.OperationID, err)
		}
		return out, nil
	})
}

// strictly reads the body of a request as messages of a socket are read: no field comes twice, none is null.
func strictly(data []byte, v any) error {
	if o := readObject(data); o.err != nil {
		return o.err
	} else if err := o.noNulls(); err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// eachOnce refuses a query that says the same thing twice.
func eachOnce(ctx huma.Context, next func(huma.Context)) {
	r, w := humachi.Unwrap(ctx)
	for name, values := range r.URL.Query() {
		if len(values) > 1 {
			newProblem(CodeInvalid, name+" comes twice").write(w)
			return
		}
	}
	next(ctx)
}

// plainType has huma know the type of a body however it is written: it compares letter by letter.
func plainType(ctx huma.Context, next func(huma.Context)) {
	r, _ := humachi.Unwrap(ctx)
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err == nil {
		r.Header.Set("Content-Type", kind)
	}
	next(ctx)
}

// needsSession marks operations that only somebody can do.
var needsSession = []map[string][]string{{"cookie": {}}, {"bearer": {}}}

// mayHaveSession marks operations that answer anybody, and somebody differently.
var mayHaveSession = append([]map[string][]string{{}}, needsSession...)

// describeTypes tells the description how the engine's types travel.
func describeTypes(r huma.Registry) {
	for from, to := range map[reflect.Type]reflect.Type{
		reflect.TypeFor[engine.Seat]():      reflect.TypeFor[seatSchema](),
		reflect.TypeFor[engine.Micros]():    reflect.TypeFor[momentSchema](),
		reflect.TypeFor[engine.Bytes32]():   reflect.TypeFor[bytes32Schema](),
		reflect.TypeFor[engine.GameID]():    reflect.TypeFor[uuidSchema](),
		reflect.TypeFor[engine.PlayerID]():  reflect.TypeFor[uuidSchema](),
		reflect.TypeFor[lobby.SeekID]():     reflect.TypeFor[uuidSchema](),
		reflect.TypeFor[engine.Roll]():      reflect.TypeFor[rollSchema](),
		reflect.TypeFor[engine.Step]():      reflect.TypeFor[stepSchema](),
		reflect.TypeFor[engine.LegalStep](): reflect.TypeFor[legalStepSchema](),
		reflect.TypeFor[engine.Legal]():     reflect.TypeFor[legalSchema](),
		reflect.TypeFor[engine.Start]():     reflect.TypeFor[countsSchema](),
		reflect.TypeFor[[24]uint8]():        reflect.TypeFor[countsSchema](),
	} {
		r.RegisterTypeAlias(from, to)
	}
}

type (
	seatSchema      struct{}
	momentSchema    struct{}
	bytes32Schema   struct{}
	uuidSchema      struct{}
	rollSchema      struct{}
	stepSchema      struct{}
	legalStepSchema struct{}
	legalSchema     struct{}
	countsSchema    struct{}
	eventSchema     struct{}
)

func (seatSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Enum: []any{"white", "black", ""}, Description: `"" is nobody.`}
}

func (momentSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date-time", Examples: []any{"2026-11-30T06:11:44.000123Z"}}
}

func (bytes32Schema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: "^[0-9a-f]{64}$"}
}

func (uuidSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "uuid"}
}

func (rollSchema) Schema(huma.Registry) *huma.Schema {
	return integers(2, 3, "The faces of the dice.")
}

func (stepSchema) Schema(huma.Registry) *huma.Schema {
	return integers(2, 4, "[from, to, die, hit]: the mover's points, 25 the bar, 0 off; die and hit may be left out of a request.")
}

func (legalStepSchema) Schema(huma.Registry) *huma.Schema {
	return integers(5, 5, "[from, to, die, hit, next]: next is the index of the node after the step.")
}

func (legalSchema) Schema(r huma.Registry) *huma.Schema {
	node := &huma.Schema{Type: huma.TypeArray, Items: legalStepSchema{}.Schema(r)}
	return &huma.Schema{Type: huma.TypeArray, Items: node, Description: "Nodes, each the array of its steps; node 0 is the start, one without steps a complete play."}
}

func (countsSchema) Schema(huma.Registry) *huma.Schema {
	return integers(24, 24, "How many checkers stand on each point, the side's own point 1 first.")
}

func (eventSchema) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, Description: "An event of the game's log; PROTOCOL.md lists the types and their fields.",
		Properties: map[string]*huma.Schema{
			"seq":  {Type: huma.TypeInteger},
			"at":   {Type: huma.TypeString, Format: "date-time"},
			"v":    {Type: huma.TypeInteger},
			"type": {Type: huma.TypeString},
		},
		Required: []string{"seq", "at", "v", "type"}, AdditionalProperties: true,
	}
}

func integers(least, most int, doc string) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeArray, MinItems: &least, MaxItems: &most, Description: doc,
		Items: &huma.Schema{Type: huma.TypeInteger},
	}
}

// events is a JSON array of events, the bytes as they were committed.
type events json.RawMessage

// MarshalJSON passes the bytes on.
func (e events) MarshalJSON() ([]byte, error) { return e, nil }

// Schema describes the array.
func (events) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: r.Schema(reflect.TypeFor[eventSchema](), true, "Event")}
}
