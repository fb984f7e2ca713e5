package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"fallas/web/playtest"
)

// seated is a game of two players on sockets, begun. It is backgammon, which no roll ends.
type seated struct {
	id    string
	seats [2]*socket // white and black
	turn  int        // whose it is
	legal []byte     // the message of that name
}

// people are two who play one another again and again.
type people [2]*playtest.Client

func newPeople(server *process) (people, error) {
	var p people
	for i := range p {
		p[i] = playtest.NewClient("http://" + server.addr)
		if err := p[i].Join(context.Background()); err != nil {
			return p, err
		}
	}
	return p, nil
}

// begin makes a game, seats both and waits for its first roll.
func (p people) begin(server *process) (*seated, error) {
	ctx := context.Background()
	made, err := p[0].Create(ctx, playtest.NewGame{Ruleset: "backgammon", Seat: "white", Visibility: "public"})
	if err != nil {
		return nil, err
	}
	g := &seated{id: string(made.Game.ID)}
	for i, c := range p {
		s, err := openSocket(ctx, socketOf(server, g.id), http.Header{"Authorization": {"Bearer " + c.Token}})
		if err != nil {
			return nil, err
		}
		g.seats[i] = s
		invitation := ""
		if i > 0 {
			invitation = fmt.Sprintf(`,"invitation":"%s"`, made.Invitation)
		}
		sit := fmt.Appendf(nil, `{"type":"command","id":"%s","command":"sit","seed":"%s","commitment":"%s"%s}`,
			uuid.NewString(), strings.Repeat("00", 32), made.Commitment, invitation)
		if err := s.write(sit); err != nil {
			return nil, err
		}
	}
	var heard [2]said
	for i, s := range g.seats {
		for !heard[i].begun || !heard[i].acked {
			if err := heard[i].hear(s); err != nil {
				return nil, err
			}
		}
	}
	g.turn = heard[0].turn
	return g, g.awaitLegal(heard[g.turn])
}

// said is what a player has heard since the last play.
type said struct {
	acked, events, begun, over bool
	turn                       int
	legal                      []byte
}

// hear takes in one message. It looks for what it needs and no more: this program shares its machine with
// what it measures.
func (s *said) hear(from *socket) error {
	b, err := from.read()
	if err != nil {
		return err
	}
	switch {
	case bytes.HasPrefix(b, []byte(eventsPrefix)):
		s.events = true
		if at := bytes.LastIndex(b, []byte(`"type":"rolled"`)); at >= 0 {
			s.begun = true
			s.turn = 0
			if bytes.Contains(b[at:], []byte(`"seat":"black"`)) {
				s.turn = 1
			}
		}
		s.over = bytes.Contains(b, []byte(`"type":"revealed"`))
	case bytes.HasPrefix(b, []byte(`{"type":"legal"`)):
		s.legal = bytes.Clone(b)
	case bytes.HasPrefix(b, []byte(`{"type":"ack"`)):
		s.acked = true
	case bytes.HasPrefix(b, []byte(`{"type":"refused"`)), bytes.HasPrefix(b, []byte(`{"type":"error"`)):
		return fmt.Errorf("the server said %s", b)
	}
	return nil
}

// awaitLegal waits until the one whose turn it is has been shown what is legal, if so far they were not.
func (g *seated) awaitLegal(so said) error {
	for so.legal == nil {
		if err := so.hear(g.seats[g.turn]); err != nil {
			return err
		}
	}
	g.legal = so.legal
	return nil
}

// play makes one whole play: both are shown its events, the mover's command is acknowledged, and whoever is on roll
// then is shown what is legal.
func (g *seated) play() (over bool, err error) {
	seq, steps, err := firstPlay(g.legal)
	if err != nil {
		return false, err
	}
	mover, other := g.seats[g.turn], g.seats[1-g.turn]
	command := fmt.Appendf(nil, `{"type":"command","id":"%s","command":"play","expect":%d,"steps":%s}`, uuid.NewString(), seq, steps)
	if err := mover.write(command); err != nil {
		return false, err
	}
	var heard [2]said
	mine, theirs := &heard[g.turn], &heard[1-g.turn]
	for !mine.events || !mine.acked {
		if err := mine.hear(mover); err != nil {
			return false, err
		}
	}
	for !theirs.events {
		if err := theirs.hear(other); err != nil {
			return false, err
		}
	}
	if mine.over {
		return true, nil
	}
	g.turn = mine.turn
	return false, g.awaitLegal(heard[g.turn])
}

func (g *seated) leave() {
	for _, s := range g.seats {
		s.cut()
	}
}

// table is where two people play game after game.
type table struct {
	people people
	stock  *stock
	game   *seated
}

func (t *table) play() error {
	if t.game == nil {
		var err error
		if t.game, err = t.stock.take(t.people); err != nil {
			return err
		}
	}
	over, err := t.game.play()
	if over {
		t.game.leave()
		t.game = nil
	}
	return err
}

// stock are games that were begun ahead, so that making them takes no time from playing them.
type stock struct {
	server *process
	games  chan *seated
	short  atomic.Int64 // how often there was none
}

func (s *stock) take(p people) (*seated, error) {
	select {
	case g := <-s.games:
		return g, nil
	default:
		s.short.Add(1)
		return p.begin(s.server)
	}
}

// fill makes games until there are n.
func (s *stock) fill(all []people, n int) error {
	var making sync.WaitGroup
	errs := make([]error, dialers)
	for d := range dialers {
		making.Go(func() {
			for i := len(s.games) + d; i < n && errs[d] == nil; i += dialers {
				var g *seated
				if g, errs[d] = all[i%len(all)].begin(s.server); errs[d] == nil {
					s.games <- g
				}
			}
		})
	}
	making.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// shortest is about how few plays a game has.
const shortest = 40

func newGameSide(server *process, games int, turn time.Duration) (*side, error) {
	s := &side{name: fmt.Sprintf("server, %d games", games), server: server}
	store := &stock{server: server, games: make(chan *seated, 20_000)}
	var all []people
	for range games {
		p, err := newPeople(server)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
		s.players = append(s.players, &table{people: p, stock: store})
	}
	s.ready = func() error {
		expected := 3000.0 // plays a second
		for _, rate := range s.rates {
			expected = max(expected, rate)
		}
		each := math.Ceil(expected * turn.Seconds() / float64(games) / shortest)
		return store.fill(all, games*int(each))
	}
	return s, nil
}
