package engine_test

import (
	"fmt"

	"fallas/engine"
)

// A game is played by commands; what it answers with are the events of its log.
func Example() {
	rolls := [][]uint8{{6, 1}, {5, 2, 1}, {3, 3, 1}}
	given := engine.Given{
		Now: 1_000_000,
		Roll: func(_, _ engine.Bytes32, n uint32, _ int) engine.Roll {
			roll, _ := engine.NewRoll(rolls[n-1]...)
			return roll
		},
	}
	var game engine.Game
	do := func(c engine.Command) {
		events, err := engine.Decide(game, c, given)
		if err != nil {
			fmt.Println("refused:", err)
		}
		for _, e := range events {
			game = engine.Apply(game, e)
			fmt.Println(e.Seq, e.Type())
		}
	}
	do(engine.Create{Created: engine.Created{
		Game: "g", Ruleset: "fallas", Visibility: engine.Public, Creator: "ada", CreatorSeat: engine.White, Scheme: 1,
	}})
	do(engine.Sit{Seat: engine.White, Player: "ada"})
	do(engine.Sit{Seat: engine.Black, Player: "bob"})
	do(engine.MakePlay{Seat: engine.White, Steps: engine.Play{{From: 6, To: 4}, {From: 6, To: 5}}})
	play, _ := game.ReadPlay("24/22/17 6/5")
	do(engine.MakePlay{Seat: engine.White, Steps: play})
	fmt.Println(game.Turn, "is to play")
	// Output:
	// 1 created
	// 2 seated
	// 3 seated
	// 4 opened
	// 5 rolled
	// refused: 6/4 6/5 would leave the 5 unplayable; 6/4 24/23 23/18 plays all three
	// 6 played
	// 7 rolled
	// black is to play
}

// The distinct plays of a roll, as a program that chooses one needs them.
func ExampleGenerator_Plays() {
	rules, _ := engine.LookUp("fallas")
	start := engine.Position{White: engine.Side{Points: rules.Start}, Black: engine.Side{Points: rules.Start}}
	board := engine.NewBoard(&start, engine.White)
	roll, _ := engine.NewRoll(5, 5, 1)

	var generator engine.Generator
	_, plays := generator.Plays(rules, &board, roll)
	for _, play := range plays {
		after := play.Board(rules, &board)
		pips, _ := after.Pips()
		fmt.Println(play.Steps(rules, &board), "leaves", pips, "pips")
	}
	// Output:
	// 24/23 23/18 18/13 leaves 115 pips
}

// How likely a falla is, and by which rolls.
func ExampleFallaOdds() {
	rules, _ := engine.LookUp("fallas")
	start := engine.Position{White: engine.Side{Points: rules.Start}, Black: engine.Side{Points: rules.Start}}
	odds := engine.FallaOdds(engine.NewBoard(&start, engine.White), rules)
	fmt.Printf("%d of %d:", odds.Ways, odds.Of)
	for _, failing := range odds.Failing {
		fmt.Print(" ", failing.Dice)
	}
	fmt.Println()
	// Output:
	// 1 of 216: 5-5-5
}
