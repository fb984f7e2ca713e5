package web

import (
	"context"
	"errors"

	"fallas/engine"
	"fallas/lobby"
	"fallas/lobby/room"
	"fallas/lobby/talk"
	"fallas/store"
)

// known turns the errors that the layers below foresee into problems; nil for any other error, and for
// none.
func known(err error) *Problem {
	var (
		problem *Problem
		refusal *engine.Refusal
		stale   *room.StaleError
		name    *lobby.BadName
	)
	switch {
	case errors.Is(err, talk.ErrText), errors.Is(err, store.ErrFilter):
		return newProblem(CodeInvalid, plain(err))
	case errors.As(err, &problem):
		return problem
	case errors.As(err, &name):
		return newProblem(CodeBadName, name.Detail)
	case errors.As(err, &refusal):
		p := newProblem(Code(refusal.Code), refusal.Detail)
		p.Clause = refusal.Clause
		return p
	case errors.As(err, &stale):
		p := newProblem(CodeStale, "the game has moved on meanwhile")
		p.Seq = stale.Head
		return p
	}
	for _, k := range knownErrors {
		if errors.Is(err, k.err) {
			return newProblem(k.code, k.detail)
		}
	}
	return nil
}

var knownErrors = []struct {
	err    error
	code   Code
	detail string
}{
	{room.ErrNoGame, CodeNoGame, "there is no such game"},
	{room.ErrCommandReused, CodeReused, "this id was used for another command"},
	{room.ErrAgain, CodeAgain, againDetail},
	{room.ErrAnotherNode, CodeAnotherNode, "the game was played on a newer server than this one"},
	{room.ErrStopping, CodeRestarting, restartDetail},
	{room.ErrTooSlow, CodeResume, "too slow to follow; come again with after="},
	{lobby.ErrNoSession, CodeSessionEnded, "this session is not known"},
	{lobby.ErrBanned, CodeBanned, "this player is banned on this server"},
	{lobby.ErrNoPlayer, CodeNoPlayer, "there is no such player"},
	{lobby.ErrNameTaken, CodeNameTaken, "somebody has this name, or one that looks like it; take another"},
	{lobby.ErrMistyped, CodeMistyped, "a symbol of the code is wrong or missing; look at it again"},
	{lobby.ErrNoRecovery, CodeNoRecovery, "this code is not good any more: it was used, or a newer one took its place"},
	{lobby.ErrLabel, CodeInvalid, "a label has 1 to 40 characters that can be seen"},
	{lobby.ErrTooManyTokens, CodeTooManyTokens, "nobody has more than 20 tokens; revoke one first"},
	{lobby.ErrNoInvitation, CodeNoInvitation, "this invitation is not known"},
	{lobby.ErrNotMaker, CodeNotCreator, "only who made the game may invite to it"},
	{talk.ErrClosed, CodeChatClosed, "a player has closed this talk"},
	{talk.ErrPace, CodeRate, "more lines than anyone reads; wait a few seconds"},
	{talk.ErrManyMuted, CodeInvalid, "nobody mutes more than 500 people: read one of them again first"},
	{talk.ErrMuteSelf, CodeInvalid, "you cannot mute yourself"},
	{lobby.ErrNoSeek, CodeNoSeek, "there is no such seek"},
	{lobby.ErrSeekTaken, CodeSeekTaken, "the seek has been taken"},
	{lobby.ErrSeekGone, CodeSeekGone, "the seek is not open any more: it was withdrawn, or its owner has gone"},
	{lobby.ErrOwnSeek, CodeOwnSeek, "nobody takes their own seek"},
	{lobby.ErrNotOwner, CodeNotOwner, "only who posted the seek may withdraw it"},
	{lobby.ErrManySeeks, CodeManySeeks, "you have as many open seeks as one person may have: withdraw one first"},
	{lobby.ErrNotOver, CodeNotOver, "the game is not over"},
	{store.ErrCursor, CodeInvalid, "the cursor is none of this list"},
	{store.ErrLimit, CodeInvalid, "a page has 1 to 100 games"},
	{context.DeadlineExceeded, CodeAgain, "it took too long; send the same again, with the same id"},
	{context.Canceled, CodeAgain, "it was given up; send the same again, with the same id"},
}
