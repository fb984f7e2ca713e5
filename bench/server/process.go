package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// process is a server that this program started from itself.
type process struct {
	name string
	cmd  *exec.Cmd
	dir  string // where it may write; goes with it
	addr string
}

func start(args ...string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "fallas-bench-")
	if err != nil {
		return nil, err
	}
	p := &process{name: args[1], cmd: exec.Command(self, args...), dir: dir}
	p.cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		p.kill()
		return nil, fmt.Errorf("the %s server: %w", p.name, err)
	}
	p.addr = strings.TrimSpace(line)
	return p, nil
}

func (p *process) pid() int { return p.cmd.Process.Pid }

func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	_ = p.cmd.Wait()         // it was killed
	if err := os.RemoveAll(p.dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// resident is the resident memory of a process in kB, as Linux tells it.
func resident(pid int) (float64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.SplitSeq(string(b), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			var kB float64
			_, err := fmt.Sscan(rest, &kB)
			return kB, err
		}
	}
	return 0, fmt.Errorf("process %d has no resident memory", pid)
}

// tick is how long Linux's unit of processor time lasts.
const tick = 10 * time.Millisecond

// processor is how much processor time a process has taken so far, as Linux tells it, and whose child it is.
func processor(pid int) (spent time.Duration, parent int, err error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, err
	}
	fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:])) // from the third on: the second may hold anything
	var ticks [2]int
	for _, field := range []struct {
		number int
		into   *int
	}{{4, &parent}, {14, &ticks[0]}, {15, &ticks[1]}} {
		if len(fields) <= field.number-3 {
			return 0, 0, fmt.Errorf("process %d has no processor time", pid)
		}
		if *field.into, err = strconv.Atoi(fields[field.number-3]); err != nil {
			return 0, 0, err
		}
	}
	return time.Duration(ticks[0]+ticks[1]) * tick, parent, nil
}

// grandchildren is how much processor time the children of this program's children have taken so far: a database's
// processes.
func grandchildren() (time.Duration, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0, err
	}
	parents, spent := map[int]int{}, map[int]time.Duration{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if s, parent, err := processor(pid); err == nil { // it may have ended just now
			parents[pid], spent[pid] = parent, s
		}
	}
	var sum time.Duration
	for pid, parent := range parents {
		if parents[parent] == os.Getpid() {
			sum += spent[pid]
		}
	}
	return sum, nil
}
