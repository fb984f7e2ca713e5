package room

import (
	"fmt"
	"runtime"
)

// Calls is where the goroutine of its caller is, as functions and lines: what is logged of a defect. A stack trace
// would show arguments too, and the secret of a game can be one.
func Calls() []string {
	var pc [32]uintptr
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc[:])])
	var all []string
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		all = append(all, fmt.Sprintf("%s:%d", f.Function, f.Line))
	}
	return all
}
