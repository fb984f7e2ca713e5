package fair

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fallas/engine"
)

type vectors struct {
	Scheme      uint8 `json:"scheme"`
	Commitments []struct {
		Secret     engine.Bytes32 `json:"secret"`
		Commitment engine.Bytes32 `json:"commitment"`
	} `json:"commitments"`
	Rolls []struct {
		Shows  string         `json:"shows"`
		Secret engine.Bytes32 `json:"secret"`
		Game   engine.GameID  `json:"game"`
		White  engine.Bytes32 `json:"white"`
		Black  engine.Bytes32 `json:"black"`
		N      uint32         `json:"n"`
		Faces  []int          `json:"faces"`
	} `json:"rolls"`
}

func TestTheVectorsOfTheScheme(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if v.Scheme != Scheme || len(v.Rolls) < 90 || len(v.Commitments) < 4 {
		t.Fatalf("scheme %d with %d rolls and %d commitments", v.Scheme, len(v.Rolls), len(v.Commitments))
	}
	for _, c := range v.Commitments {
		if got := Commitment(c.Secret); got != c.Commitment {
			t.Errorf("commitment of %x: %x, want %x", c.Secret, got, c.Commitment)
		}
	}
	for _, r := range v.Rolls {
		id, err := rawID(r.Game)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, f := range faces(r.Secret, id, r.White, r.Black, r.N, len(r.Faces)) {
			got = append(got, int(f))
		}
		if !slices.Equal(got, r.Faces) {
			t.Errorf("%s: roll %d of %s: %v, want %v", r.Shows, r.N, r.Game, got, r.Faces)
		}
		if len(r.Faces) > 3 {
			continue
		}
		roll := Roll(r.Secret, r.Game, r.White, r.Black, r.N, len(r.Faces))
		for i, f := range r.Faces {
			if roll.Len() != len(r.Faces) || int(roll.Face(i)) != f {
				t.Errorf("%s: Roll %d of %s: %v, want %v", r.Shows, r.N, r.Game, roll, r.Faces)
			}
		}
	}
}

func TestARollIsTotal(t *testing.T) {
	t.Parallel()
	game := engine.GameID("01939d5c-8a3e-75bb-9bed-67d45d4c34d5")
	for _, dice := range []int{-1, 0, 1, 4} {
		if r := Roll(engine.Bytes32{}, game, engine.Bytes32{}, engine.Bytes32{}, 1, dice); r != (engine.Roll{}) {
			t.Errorf("%d dice: %v", dice, r)
		}
	}
	for _, id := range []engine.GameID{"", "x", "01939D5C-8A3E-75BB-9BED-67D45D4C34D5", "01939d5c8a3e75bb9bed67d45d4c34d5"} {
		if r := Roll(engine.Bytes32{}, id, engine.Bytes32{}, engine.Bytes32{}, 1, 3); r != (engine.Roll{}) {
			t.Errorf("game %q: %v", id, r)
		}
	}
}

// A roll depends on every one of its arguments, and on nothing else.
func TestARollIsAFunctionOfItsArguments(t *testing.T) {
	t.Parallel()
	bytes32 := rapid.Custom(func(t *rapid.T) (b engine.Bytes32) {
		copy(b[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "bytes"))
		return b
	})
	game := engine.GameID("01939d5c-8a3e-75bb-9bed-67d45d4c34d5")
	rapid.Check(t, func(t *rapid.T) {
		secret, white, black := bytes32.Draw(t, "secret"), bytes32.Draw(t, "white"), bytes32.Draw(t, "black")
		n := rapid.Uint32().Draw(t, "n")
		id, _ := rawID(game)
		one := faces(secret, id, white, black, n, 60)
		if !slices.Equal(one, faces(secret, id, white, black, n, 60)) {
			t.Fatal("the same arguments gave two rolls")
		}
		at := rapid.IntRange(0, 31).Draw(t, "at")
		for name, changed := range map[string][]uint8{
			"secret": faces(flip(secret, at), id, white, black, n, 60),
			"white":  faces(secret, id, flip(white, at), black, n, 60),
			"black":  faces(secret, id, white, flip(black, at), n, 60),
			"n":      faces(secret, id, white, black, n+1, 60),
		} {
			if slices.Equal(one, changed) {
				t.Fatalf("another %s, the same roll", name)
			}
		}
	})
}

func flip(b engine.Bytes32, at int) engine.Bytes32 {
	b[at] ^= 1
	return b
}

// Over 60,000 dice each face stays within five standard deviations of a sixth. The secret is fixed: the
// test cannot fail by chance.
func TestFacesAreEquallyLikely(t *testing.T) {
	t.Parallel()
	game := engine.GameID("01939d5c-8a3e-75bb-9bed-67d45d4c34d5")
	var count [7]int
	for n := uint32(1); n <= 20_000; n++ {
		r := Roll(engine.Bytes32{1}, game, engine.Bytes32{2}, engine.Bytes32{3}, n, 3)
		for i := range 3 {
			count[r.Face(i)]++
		}
	}
	for face, c := range count[1:] {
		if c < 10_000-457 || c > 10_000+457 {
			t.Errorf("face %d fell %d times of 60,000", face+1, c)
		}
	}
}

func TestSecretsDiffer(t *testing.T) {
	t.Parallel()
	one, err := NewSecret()
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewSecret()
	if err != nil || one == other || one == (engine.Bytes32{}) {
		t.Fatalf("%v: two secrets are alike or empty", err)
	}
}

func BenchmarkRoll(b *testing.B) {
	game := engine.GameID("01939d5c-8a3e-75bb-9bed-67d45d4c34d5")
	b.ReportAllocs()
	for n := range uint32(b.N) {
		Roll(engine.Bytes32{1}, game, engine.Bytes32{2}, engine.Bytes32{3}, n, 3)
	}
}
