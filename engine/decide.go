package engine

import "fmt"

// Decide judges a command on a game. It answers with the events that follow, numbered and timed, or
// with a *Refusal, in which case nothing has happened. What the server does by itself (rolls, passes, a
// falla, the end) is in the same answer: after it nothing is due until the next command. An answer's
// time never lies before the game's last event, whatever given.Now says.
func Decide(g Game, c Command, given Given) ([]Event, error) {
	d := decision{game: g, given: &given, at: max(given.Now, g.LastAt)}
	if refusal := d.judge(c); refusal != nil {
		return nil, refusal
	}
	for what := d.game.due(); what != nothingDue; what = d.game.due() {
		d.add(d.game.owed(what, &given))
	}
	return d.events, nil
}

type decision struct {
	game   Game
	given  *Given
	at     Micros
	events []Event
}

func (d *decision) add(b EventBody) {
	e := Event{Seq: d.game.Head + 1, At: d.at, Body: b}
	d.events = append(d.events, e)
	d.game = Apply(d.game, e)
}

// judge adds the events a command itself answers with.
func (d *decision) judge(c Command) *Refusal {
	g := &d.game
	if create, ok := c.(Create); ok {
		if r := g.mayCreate(create.Created); r != nil {
			return r
		}
		d.add(create.Created)
		return nil
	}
	switch g.Phase {
	case "":
		return refuse(RefusedNotStarted, "", "there is no such game yet")
	case Over:
		return refuse(RefusedGameOver, "S3", "the game is over")
	}
	switch c := c.(type) {
	case Sit:
		seated := Seated(c)
		if r := g.maySit(seated); r != nil {
			return r
		}
		d.add(seated)
	case MakePlay:
		return d.makePlay(c)
	case Resign:
		return d.resign(c)
	case AnswerResignation:
		return d.answerResignation(c)
	case WithdrawResignation:
		return d.withdrawResignation(c)
	case Abort:
		return d.abort(c)
	case Claim:
		return d.claim(c)
	case NoteLeft:
		if r := g.mayNote(c.Seat, true); r != nil {
			return r
		}
		d.add(Left(c))
	case NoteReturned:
		if r := g.mayNote(c.Seat, false); r != nil {
			return r
		}
		d.add(Returned(c))
	case NoteOutage:
		outage := Outage{From: max(c.From, g.OutagesAfter()), To: c.To}
		if r := g.mayNoteOutage(outage); r != nil {
			return r
		}
		d.at = max(d.at, c.To) // clocks of two machines may differ a little
		d.add(outage)
	default:
		return refuse(RefusedInvalid, "", "no such command")
	}
	return nil
}

// back notes that a seat which was away has acted.
func (d *decision) back(s Seat) {
	if s.valid() && d.game.seats[s.index()].away {
		d.add(Returned{Seat: s})
	}
}

func (d *decision) makePlay(c MakePlay) *Refusal {
	g := &d.game
	if r := g.mayAct(c.Seat); r != nil {
		return r
	}
	if c.Seat != g.Turn {
		return refuse(RefusedNotYourTurn, "R15", "it is the opponent's turn")
	}
	steps, r := g.confirmed(c)
	if r != nil {
		return r
	}
	d.back(c.Seat)
	d.add(Played{Seat: c.Seat, Steps: steps})
	return nil
}

// confirmed is the play that a command of the seat on turn asks for.
func (g *Game) confirmed(c MakePlay) (Play, *Refusal) {
	if c.Text != "" {
		return g.readPlay(c.Text)
	}
	t := g.turn()
	if steps, ok := t.whole(c.Steps); ok {
		return steps, nil
	}
	return nil, t.refusePlay(c.Steps)
}

func (d *decision) resign(c Resign) *Refusal {
	g := &d.game
	if r := g.mayAct(c.Seat); r != nil {
		return r
	}
	winner := c.Seat.Opponent()
	if r := g.mayResign(c.Worth); r != nil {
		return r
	}
	d.back(c.Seat)
	if c.Worth < g.worthUnplayed(winner) {
		d.add(ResignationOffered(c))
		return nil
	}
	d.add(Ended{Reason: Resigned, Winner: winner, Worth: c.Worth})
	return nil
}

func (d *decision) answerResignation(c AnswerResignation) *Refusal {
	g := &d.game
	if r := g.mayAct(c.Seat); r != nil {
		return r
	}
	worth := g.OfferedWorth(c.Seat.Opponent())
	if worth == 0 {
		return refuse(RefusedNoOffer, "S4", "the opponent does not offer to resign")
	}
	d.back(c.Seat)
	if c.Accept {
		d.add(Ended{Reason: Resigned, Winner: c.Seat, Worth: worth})
	} else {
		d.add(ResignationDeclined{Seat: c.Seat})
	}
	return nil
}

func (d *decision) withdrawResignation(c WithdrawResignation) *Refusal {
	g := &d.game
	if r := g.mayAct(c.Seat); r != nil {
		return r
	}
	if g.OfferedWorth(c.Seat) == 0 {
		return refuse(RefusedNoOffer, "S4", "you do not offer to resign")
	}
	d.back(c.Seat)
	d.add(ResignationWithdrawn(c))
	return nil
}

func (d *decision) abort(c Abort) *Refusal {
	g := &d.game
	seat := g.SeatOf(c.Player)
	if seat == NoSeat && (g.Phase != Waiting || c.Player == "" || c.Player != g.Creator && c.Player != g.Opponent) {
		return refuse(RefusedNotSeated, "S3", "only a player of this game may call it off")
	}
	if seat != NoSeat && g.seats[seat.index()].shownRoll {
		return refuse(RefusedTooLate, "S3", "you have been shown a roll of your own: the game can be resigned, no longer called off")
	}
	d.back(seat)
	d.add(Ended{Reason: Aborted})
	return nil
}

func (d *decision) claim(c Claim) *Refusal {
	g := &d.game
	if r := g.mayAct(c.Seat); r != nil {
		return r
	}
	away := &g.seats[c.Seat.Opponent().index()]
	if !away.away {
		return refuse(RefusedTooEarly, "S3", "the opponent is not away")
	}
	if still := g.absenceLeft(c.Seat.Opponent(), d.at); still > 0 {
		return refuse(RefusedTooEarly, "S3", fmt.Sprintf("the opponent may be away for another %d s", (still+999_999)/1_000_000))
	}
	d.back(c.Seat)
	d.add(Ended{Reason: Abandoned, Winner: c.Seat, Worth: g.worthUnplayed(c.Seat)})
	return nil
}
