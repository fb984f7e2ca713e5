package engine

import "fmt"

func refuse(code RefusalCode, clause, detail string) *Refusal {
	return &Refusal{Code: code, Clause: clause, Detail: detail}
}

// mayCreate judges the first event of a game.
func (g *Game) mayCreate(c Created) *Refusal {
	if g.Phase != "" {
		return refuse(RefusedInvalid, "", "this game has been made already")
	}
	if c.Game == "" || c.Creator == "" {
		return refuse(RefusedInvalid, "", "a game and its creator have ids")
	}
	if _, ok := LookUp(c.Ruleset); !ok {
		return refuse(RefusedInvalid, "", fmt.Sprintf("there is no ruleset %q", c.Ruleset))
	}
	if c.Visibility != Public && c.Visibility != Unlisted {
		return refuse(RefusedInvalid, "", fmt.Sprintf("a game is public or unlisted, not %q", c.Visibility))
	}
	if c.Opponent == c.Creator {
		return refuse(RefusedInvalid, "R17", "nobody plays against themselves")
	}
	if c.Series == c.Game {
		return refuse(RefusedInvalid, "", "a game that begins a series does not name it")
	}
	if !c.CreatorSeat.valid() {
		return refuse(RefusedInvalid, "R17", "the creator's seat is white or black; a draw is made before the game is")
	}
	return nil
}

// maySit judges who takes which seat (R17).
func (g *Game) maySit(c Seated) *Refusal {
	switch {
	case !c.Seat.valid():
		return refuse(RefusedInvalid, "R17", "a seat is white or black")
	case c.Player == "":
		return refuse(RefusedInvalid, "R17", "whoever sits has an id")
	case g.SeatOf(c.Player) != NoSeat:
		return refuse(RefusedAlreadySeated, "R17", "you sit in this game already")
	case g.seatTaken(c.Seat) || g.Phase != Waiting:
		return refuse(RefusedSeatTaken, "R17", "somebody sits there already")
	case c.Seat == g.CreatorSeat && c.Player != g.Creator:
		return refuse(RefusedSeatKept, "R17", "this seat is kept for whoever made the game")
	case c.Seat != g.CreatorSeat && c.Player == g.Creator:
		return refuse(RefusedSeatKept, "R17", fmt.Sprintf("your seat in this game is %s", g.CreatorSeat))
	case c.Seat != g.CreatorSeat && g.Opponent != "" && c.Player != g.Opponent:
		return refuse(RefusedSeatKept, "R17", "this seat is kept for the player the game was made with")
	case c.Commitment != g.Commitment:
		return refuse(RefusedCommitment, "", "the commitment you saw is not the one of this game")
	}
	return nil
}

// mayAct judges whether a seat may act in a game that is being played.
func (g *Game) mayAct(s Seat) *Refusal {
	if !s.valid() {
		return refuse(RefusedNotSeated, "", "only a player of this game may do that")
	}
	if g.Phase != Playing {
		return refuse(RefusedNotStarted, "", "the game begins when both seats are taken")
	}
	return nil
}

// mayResign judges the worth named in a resignation (S4).
func (g *Game) mayResign(worth uint8) *Refusal {
	most := uint8(1)
	if g.Ruleset.Worth == UpToThree {
		most = 3
	}
	switch {
	case worth >= 1 && worth <= most:
		return nil
	case most == 1:
		return refuse(RefusedWorth, "S4", "a game of this ruleset is always worth 1")
	}
	return refuse(RefusedWorth, "S4", "a game is given up for 1, 2 or 3")
}

// mayNote judges the server's observation that a seat left or returned.
func (g *Game) mayNote(s Seat, left bool) *Refusal {
	if !g.seatTaken(s) {
		return refuse(RefusedNotSeated, "", "nobody sits there")
	}
	if g.seats[s.index()].away == left {
		return refuse(RefusedInvalid, "", "that is known already")
	}
	return nil
}

// mayNoteOutage judges the server's observation that it was away.
func (g *Game) mayNoteOutage(o Outage) *Refusal {
	switch {
	case g.Phase != Playing:
		return refuse(RefusedNotStarted, "", "the game begins when both seats are taken")
	case o.To <= o.From:
		return refuse(RefusedInvalid, "", "an outage ends after it has begun")
	case o.From < g.OutagesAfter():
		return refuse(RefusedInvalid, "", "an outage lies after the beginning of play and after the outage before it")
	}
	return nil
}

// absenceLeft is how long, in microseconds, an absent seat may stay away before the game can be claimed (S3).
func (g *Game) absenceLeft(s Seat, now Micros) Micros {
	return g.seats[s.index()].awaySince + Micros(g.AwayLimit)*1_000_000 - now
}
