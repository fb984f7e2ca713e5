package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql
var files embed.FS

// SQLite returns the migrations of SQLite, at the root of the file system.
func SQLite() fs.FS { return folder("sqlite") }

func folder(name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}
