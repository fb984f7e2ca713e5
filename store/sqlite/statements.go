package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// statements are prepared once and found again by their SQL text.
type statements map[string]*sql.Stmt

// writing and reading are the statements of the one writing and of the reading connections.
var (
	writing = []string{
		moveOnSQL, moveHeadSQL, relistSQL, logHeadSQL, insertAppendSQL, takeBackSQL, whyRefusedSQL,
		insertPlayerSQL, insertSessionSQL, playerSQL, playerBySessionSQL,
		nameTakenSQL, renameSQL, banSQL, unbanSQL, deletePlayerSQL, deleteInvitationsSQL, withdrawAllSQL,
		keepRecoverySQL, recoveryOfSQL, deleteRecoverySQL,
		addTokenSQL, tokenKnownSQL, otherTokensSQL, endAllSQL, endTokenSQL, endBrowsersSQL,
		saidSQL, paceSQL, openTalkSQL, talkSQL, countLineSQL, insertLineSQL, closeTalkSQL,
		lineDeletedSQL, countChangeSQL, deleteLineSQL, muteSQL, unmuteSQL,
		creationSQL, insertGameSQL, insertFirstAppendSQL, insertSecretSQL, insertCreationSQL, insertInvitationSQL,
		actSQL, insertActSQL,
		seekSQL, openOfSQL, oldestSeekSQL, rematchesSQL, postSeekSQL, takeSeekSQL, withdrawSeekSQL, seeSeekSQL,
		seeOwnersSQL, unseenSeeksSQL, expireSeekSQL,
		insertOutageSQL, aliveSQL, restSQL, latestOutageSQL,
	}
	reading = []string{
		tailSQL, secretSQL, hasGameSQL,
		summarySQL, gameIDsSQL, headsSQL, listAllSQL, listLiveSQL, listFinishedSQL,
		rulesetAllSQL, rulesetLiveSQL, rulesetFinishedSQL, playerAllSQL, playerLiveSQL, playerFinishedSQL,
		playerBySessionSQL, playersSQL, playerByNameSQL, unfinishedSQL, resultsSQL,
		recoveryMadeSQL, tokensSQL, standingSQL, invitationSQL,
		talkSQL, linesSQL, changesSQL, mutedSQL,
		seekSQL, seeksByIDSQL, openSeeksSQL, takenSeeksSQL, pairedSeeksSQL, rematchesSQL, scoresSQL, seekOwnersSQL,
		outagesSQL,
	}
)

func prepare(ctx context.Context, db *sql.DB, texts []string) (statements, error) {
	s := make(statements, len(texts))
	for _, text := range texts {
		stmt, err := db.PrepareContext(ctx, text)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("prepare %s: %w", text, err), s.close())
		}
		s[text] = stmt
	}
	return s, nil
}

func (s statements) close() error {
	var errs []error
	for _, stmt := range s {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}

// tx is a transaction that holds the write lock.
type tx struct {
	*sql.Tx
	prepared statements
	bound    statements // those used so far, as the transaction's own; a batch uses the same few again and again
}

func newTx(begun *sql.Tx, prepared statements) tx { return tx{begun, prepared, make(statements, 2)} }

func (t tx) stmt(ctx context.Context, text string) *sql.Stmt {
	s := t.bound[text]
	if s == nil {
		s = t.StmtContext(ctx, t.prepared[text])
		t.bound[text] = s
	}
	return s
}

// exec runs a statement and returns how many rows it changed.
func (t tx) exec(ctx context.Context, text string, args ...any) (int64, error) {
	result, err := t.stmt(ctx, text).ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (t tx) queryRow(ctx context.Context, text string, args ...any) *sql.Row {
	return t.stmt(ctx, text).QueryRowContext(ctx, args...)
}
