package storetest

import (
	"testing"

	"fallas/store"
)

// Run tests a store. open is called once for each case, from several goroutines at once, and returns
// an empty store which it closes when the test given to it is over, and what runs a statement on its tables
// beside it: for what only time would do.
func Run(t *testing.T, open func(t *testing.T) (s store.Store, alter func(statement string))) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, alter := open(t)
			c.test(newFixture(t, s, alter))
		})
	}
}

var cases = []struct {
	name string
	test func(*fixture)
}{
	{"append: what was written comes back exactly", appendRoundTrip},
	{"append: times keep their microseconds", appendMicroseconds},
	{"append: a second writer on one head is refused whole", appendHeadTaken},
	{"append: a writer behind the head is refused whole", appendBehindHead},
	{"append: a command id is taken once in a game", appendCommandKnown},
	{"append: a known command comes before a taken head", appendKnownBeforeTaken},
	{"append: the same command id serves in two games", appendSameCommandTwoGames},
	{"append: a gap is refused", appendGap},
	{"append: a game that was never created has no log", appendNoGame},
	{"append: what breaks a rule of the tables is refused for good", appendUnfit},
	{"append: the list row moves with it", appendMovesSummary},
	{"append: a canceled context writes nothing", appendCanceled},
	{"append: canceling at any moment leaves it whole", appendCanceledAnywhere},
	{"append: one of many writers wins each head", appendManyWriters},
	{"append: one command sent by many is written once", appendOneCommandManyTimes},
	{"append: games do not disturb each other", appendManyGames},
	{"tail: from every seq", tailFromEverySeq},
	{"tail: a game that does not exist", tailNoGame},
	{"tail: readers see a prefix without gaps while it grows", tailWhileGrowing},

	{"create: everything a game begins with", createWhole},
	{"create: the same command makes one game", createOnce},
	{"create: the same command with other content is refused", createReused},
	{"create: two people may use one command id", createTwoPeople},
	{"create: many at once make one game", createManyAtOnce},
	{"create: refused whole", createRefusedWhole},
	{"create: canceling at any moment leaves it whole", createCanceledAnywhere},
	{"secret: only by Secret", secretOnlyBySecret},
	{"invitation: found by its hash", invitationByHash},
	{"invitation: several for one game", invitationSeveral},

	{"people: found by session and by id", peopleFound},
	{"people: names of any script", peopleNames},
	{"people: a session is one person's", peopleSessionTaken},
	{"people: no session, no person", peopleNoSession},
	{"people: many ids at once, unknown ones left out", peopleMany},
	{"people: renamed", peopleRenamed},
	{"people: of many who want a name one gets it", peopleNameRace},
	{"people: banned, and not any more", peopleBanned},
	{"people: deleted, and what is left", peopleDeleted},
	{"people: unfinished games and results", gamesOfAPlayer},
	{"recovery: a new code takes the place of the old", recoveryReplaced},
	{"recovery: a person moves, once", recoveryMovesAPerson},
	{"recovery: of many devices one gets the person", recoveryOnce},
	{"recovery: one request sent by many moves once", recoveryManyAtOnceOneRequest},
	{"recovery: banned people do not move", recoveryOfTheBanned},
	{"sessions: tokens made, listed and revoked", tokensListed},
	{"sessions: of many tokens made at once as many as one may have", tokensManyAtOnce},
	{"sessions: which stand, and which end", sessionsEnded},

	{"seek: offered and taken", seekWhole},
	{"seek: an act is done once", seekOnce},
	{"seek: a refused act leaves no trace", seekRefused},
	{"seek: of fifty at once one takes it", seekManyAtOnce},
	{"seek: two who look at the same moment meet", seekMeeting},
	{"seek: the oldest that fits", seekOldest},
	{"seek: withdrawn", seekWithdrawn},
	{"seek: expired when its owner is not seen", seekSeen},
	{"seek: expired once is expired for good", seekExpiredForGood},
	{"seek: of who is deleted or banned it goes at once, and no other comes", seekOfTheGone},
	{"seek: none is left behind by who is deleted in the middle of posting", seekDeletedWhilePosting},
	{"seek: many looked up at once", seekMany},
	{"seek: a rematch, and the score of a series", rematchSeries},

	{"games: statuses, and unlisted never", gamesStatuses},
	{"games: keyset pages with ties", gamesTies},
	{"games: pages while games are made and end", gamesWhileInserting},
	{"games: limits and cursors are judged", gamesJudged},
	{"games: by player, ruleset, result and time", gamesFiltered},
	{"games: filters are judged, and a cursor is one list's", gamesFiltersJudged},
	{"games: a summary for whoever has the id", gamesSummary},
	{"games: heads of many at once", gamesHeads},
	{"games: every id in order", gamesIDs},
	{"games: a list row made again", gamesRelisted},

	{"talk: lines of each circle, from every change", talkSaid},
	{"talk: a line is said once", talkSaidOnce},
	{"talk: many at once get numbers without gaps", talkManyAtOnce},
	{"talk: nobody says more than others can read", talkPace},
	{"talk: closed by either seat, and opened again", talkClosed},
	{"talk: a line taken away keeps its number", talkDeleted},
	{"talk: the newest lines", talkPages},
	{"talk: beside a game that does not exist", talkNoGame},
	{"talk: whom a person does not want to read", talkMuted},

	{"outages: a hole between signs of life is stored", outagesStored},
	{"outages: none while all nodes rest", outagesRest},
	{"outages: many nodes come upon one", outagesOnce},
	{"outages: from a moment on, in order", outagesAfter},

	{"store: its clock", clock},
	{"store: answers a ping", ping},
	{"store: closes", closes},
}
