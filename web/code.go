package web

import (
	"net/http"

	"github.com/coder/websocket"

	"fallas/engine"
)

// Code names a refusal. Codes are stable: programs act on them. The engine's refusal codes are among
// them, unchanged.
type Code string

// The codes that are not the engine's.
const (
	CodeBadMessage       Code = "bad_message"            // not one of the messages of PROTOCOL.md
	CodeInvalid          Code = "invalid_request"        // readable, but a field has no such value
	CodeUnsupportedMedia Code = "unsupported_media_type" // the body is not JSON
	CodeNotAcceptable    Code = "not_acceptable"         //
	CodeTooBig           Code = "too_big"                // the body or message is over the limit
	CodeTooSlow          Code = "too_slow"               // the body did not arrive in time
	CodeRate             Code = "rate"                   // too many requests or messages
	CodeNotFound         Code = "not_found"              // no such address
	CodeMethod           Code = "method_not_allowed"     //
	CodeCrossSite        Code = "cross_site"             // a browser sent it from another site's page
	CodeUpgrade          Code = "upgrade_required"       // the address is a socket's
	CodeNoSession        Code = "no_session"             // POST /api/v1/session first
	CodeSessionEnded     Code = "session_ended"          // the session named is not known (any more)
	CodeBanned           Code = "banned"                 // the player may not act here
	CodeBadName          Code = "bad_name"               // the text cannot be a name
	CodeNameTaken        Code = "name_taken"             // somebody has it, or one that looks like it
	CodeMistyped         Code = "mistyped_code"          // no recovery code is written like that
	CodeNoRecovery       Code = "no_recovery"            // the recovery code is not good (any more)
	CodeTooManyTokens    Code = "too_many_tokens"        // revoke one first
	CodeNotConfirmed     Code = "not_confirmed"          // what cannot be undone is confirmed
	CodeNoGame           Code = "no_game"                //
	CodeNoExplanation    Code = "no_explanation"         // there is no roll there that could not be played, and no play that left dice over
	CodeOddsNotAgreed    Code = "odds_not_agreed"        // the players have not agreed to see the odds
	CodeNotCreator       Code = "not_creator"            // only who made the game may
	CodeNoPlayer         Code = "no_player"              // there is no such player
	CodeChatClosed       Code = "chat_closed"            // a player has closed the circle
	CodeNoInvitation     Code = "no_invitation"          // no such invitation to this game
	CodeNoSeek           Code = "no_seek"                //
	CodeSeekTaken        Code = "seek_taken"             // somebody else was first, or it is too late to withdraw
	CodeSeekGone         Code = "seek_gone"              // withdrawn, or its owner has gone
	CodeOwnSeek          Code = "own_seek"               // nobody takes their own
	CodeNotOwner         Code = "not_owner"              // only who posted the seek may
	CodeManySeeks        Code = "too_many_seeks"         // of one person
	CodeNotOver          Code = "not_over"               // the game must be over first
	CodeStale            Code = "stale"                  // the game has moved on; seq says how far
	CodeReused           Code = "command_id_reused"      // the id was used for another command
	CodeAgain            Code = "again"                  // outcome unknown or busy: same request, same id
	CodeRestarting       Code = "restarting"             // come again in a moment
	CodeResume           Code = "resume"                 // the socket read too slowly: come again with after=
	CodeAnotherNode      Code = "another_node"           // this server is too old for the game's events
	CodeInternal         Code = "internal"               //
)

// outcome is what a code means on each wire: the HTTP status, the close code of a socket that is closed
// for it (0: never is), and whether the same request, with the same id, may succeed later.
type outcome struct {
	status int
	close  websocket.StatusCode
	again  bool
}

// The close codes. Up to 4099 the client comes again, from 4100 on it does not.
const (
	closeRestart websocket.StatusCode = websocket.StatusServiceRestart // 1012
	closeResume  websocket.StatusCode = 4000                           // at once, with after=
	closeAgain   websocket.StatusCode = 4001                           // after a while

	closeBadMessage   websocket.StatusCode = 4100
	closeTooBig       websocket.StatusCode = 4101
	closeRate         websocket.StatusCode = 4102
	closeSessionEnded websocket.StatusCode = 4103
	closeNoGame       websocket.StatusCode = 4104
	closeAnotherNode  websocket.StatusCode = 4105
)

// outcomes is the one table of codes.
var outcomes = map[Code]outcome{
	CodeBadMessage:       {http.StatusBadRequest, closeBadMessage, false},
	CodeInvalid:          {http.StatusUnprocessableEntity, 0, false},
	CodeUnsupportedMedia: {http.StatusUnsupportedMediaType, 0, false},
	CodeNotAcceptable:    {http.StatusNotAcceptable, 0, false},
	CodeTooBig:           {http.StatusRequestEntityTooLarge, closeTooBig, false},
	CodeTooSlow:          {http.StatusRequestTimeout, 0, true},
	CodeRate:             {http.StatusTooManyRequests, closeRate, true},
	CodeNotFound:         {http.StatusNotFound, 0, false},
	CodeMethod:           {http.StatusMethodNotAllowed, 0, false},
	CodeCrossSite:        {http.StatusForbidden, 0, false},
	CodeUpgrade:          {http.StatusUpgradeRequired, 0, false},
	CodeNoSession:        {http.StatusUnauthorized, 0, false},
	CodeSessionEnded:     {http.StatusUnauthorized, closeSessionEnded, false},
	CodeBanned:           {http.StatusForbidden, closeSessionEnded, false},
	CodeBadName:          {http.StatusUnprocessableEntity, 0, false},
	CodeNameTaken:        {http.StatusConflict, 0, false},
	CodeMistyped:         {http.StatusUnprocessableEntity, 0, false},
	CodeNoRecovery:       {http.StatusNotFound, 0, false},
	CodeTooManyTokens:    {http.StatusConflict, 0, false},
	CodeNotConfirmed:     {http.StatusUnprocessableEntity, 0, false},
	CodeNoGame:           {http.StatusNotFound, closeNoGame, false},
	CodeNoExplanation:    {http.StatusNotFound, 0, false},
	CodeOddsNotAgreed:    {http.StatusForbidden, 0, false},
	CodeNotCreator:       {http.StatusForbidden, 0, false},
	CodeNoPlayer:         {http.StatusNotFound, 0, false},
	CodeChatClosed:       {http.StatusConflict, 0, false},
	CodeNoInvitation:     {http.StatusNotFound, 0, false},
	CodeNoSeek:           {http.StatusNotFound, 0, false},
	CodeSeekTaken:        {http.StatusConflict, 0, false},
	CodeSeekGone:         {http.StatusConflict, 0, false},
	CodeOwnSeek:          {http.StatusConflict, 0, false},
	CodeNotOwner:         {http.StatusForbidden, 0, false},
	CodeManySeeks:        {http.StatusConflict, 0, false},
	CodeNotOver:          {http.StatusConflict, 0, false},
	CodeStale:            {http.StatusConflict, 0, false},
	CodeReused:           {http.StatusConflict, 0, false},
	CodeAgain:            {http.StatusServiceUnavailable, closeAgain, true},
	CodeRestarting:       {http.StatusServiceUnavailable, closeRestart, true},
	CodeResume:           {http.StatusServiceUnavailable, closeResume, true},
	CodeAnotherNode:      {http.StatusServiceUnavailable, closeAnotherNode, true},
	CodeInternal:         {http.StatusInternalServerError, closeAgain, false},

	Code(engine.RefusedGameOver):      {http.StatusConflict, 0, false},
	Code(engine.RefusedNotStarted):    {http.StatusConflict, 0, false},
	Code(engine.RefusedNotYourTurn):   {http.StatusConflict, 0, false},
	Code(engine.RefusedNotSeated):     {http.StatusForbidden, 0, false},
	Code(engine.RefusedSeatTaken):     {http.StatusConflict, 0, false},
	Code(engine.RefusedSeatKept):      {http.StatusConflict, 0, false},
	Code(engine.RefusedAlreadySeated): {http.StatusConflict, 0, false},
	Code(engine.RefusedCommitment):    {http.StatusUnprocessableEntity, 0, false},
	Code(engine.RefusedStep):          {http.StatusUnprocessableEntity, 0, false},
	Code(engine.RefusedStrands):       {http.StatusUnprocessableEntity, 0, false},
	Code(engine.RefusedIncomplete):    {http.StatusUnprocessableEntity, 0, false},
	Code(engine.RefusedTooLong):       {http.StatusUnprocessableEntity, 0, false},
	Code(engine.RefusedTooLate):       {http.StatusConflict, 0, false},
	Code(engine.RefusedTooEarly):      {http.StatusConflict, 0, false},
	Code(engine.RefusedWorth):         {http.StatusUnprocessableEntity, 0, false},
	Code(engine.RefusedNoOffer):       {http.StatusConflict, 0, false},
	Code(engine.RefusedInvalid):       {http.StatusUnprocessableEntity, 0, false},
}

// outcome looks the code up. A code that is not in the table is one an engine newer than this page
// refuses with: it is shown as a conflict.
func (c Code) outcome() outcome {
	if o, ok := outcomes[c]; ok {
		return o
	}
	return outcome{status: http.StatusConflict}
}

// codeOfStatus names what huma refuses by status alone.
func codeOfStatus(status int) Code {
	switch status {
	case http.StatusBadRequest:
		return CodeBadMessage
	case http.StatusNotFound:
		return CodeNotFound
	case http.StatusMethodNotAllowed:
		return CodeMethod
	case http.StatusNotAcceptable:
		return CodeNotAcceptable
	case http.StatusRequestTimeout:
		return CodeTooSlow
	case http.StatusRequestEntityTooLarge:
		return CodeTooBig
	case http.StatusUnsupportedMediaType:
		return CodeUnsupportedMedia
	case http.StatusUnprocessableEntity, 0:
		return CodeInvalid
	}
	return CodeInternal
}
