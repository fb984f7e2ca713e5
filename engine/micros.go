package engine

import "fmt"

// Micros is a moment: microseconds since 1970-01-01T00:00:00Z. It travels as RFC 3339 in UTC with
// exactly six decimals, such as "2026-11-30T06:11:44.000123Z". The engine only compares and
// subtracts moments; it never asks for one.
type Micros int64

const microsPerDay = 86_400_000_000

// MarshalText writes the moment as it travels. Years outside 0000–9999 are an error.
func (m Micros) MarshalText() ([]byte, error) { return m.append(make([]byte, 0, 27)) }

func (m Micros) append(b []byte) ([]byte, error) {
	day, rest := int64(m)/microsPerDay, int64(m)%microsPerDay
	if rest < 0 {
		day, rest = day-1, rest+microsPerDay
	}
	y, mo, d := civil(day)
	if y < 0 || y > 9999 {
		return nil, fmt.Errorf("engine: moment %d is outside the years 0000 to 9999", int64(m))
	}
	s := rest / 1_000_000
	for _, part := range [...]struct {
		n      int64
		digits int
		after  byte
	}{{y, 4, '-'}, {mo, 2, '-'}, {d, 2, 'T'}, {s / 3600, 2, ':'}, {s / 60 % 60, 2, ':'}, {s % 60, 2, '.'}, {rest % 1_000_000, 6, 'Z'}} {
		at := len(b) + part.digits
		b = append(b, "000000"[:part.digits]...)
		for n := part.n; n > 0; n /= 10 {
			at--
			b[at] = byte('0' + n%10)
		}
		b = append(b, part.after)
	}
	return b, nil
}

// UnmarshalText reads only the form MarshalText writes.
func (m *Micros) UnmarshalText(text []byte) error {
	var y, mo, d, h, mi, s, us int64
	t := string(text)
	if len(t) != 27 || t[26] != 'Z' {
		return fmt.Errorf("engine: %q is not a moment such as 2026-11-30T06:11:44.000123Z", t)
	}
	if n, err := fmt.Sscanf(t, "%4d-%2d-%2dT%2d:%2d:%2d.%6dZ", &y, &mo, &d, &h, &mi, &s, &us); n != 7 || err != nil {
		return fmt.Errorf("engine: %q is not a moment such as 2026-11-30T06:11:44.000123Z", t)
	}
	v := Micros(days(y, mo, d)*microsPerDay + ((h*60+mi)*60+s)*1_000_000 + us)
	back, err := v.MarshalText()
	if err != nil || string(back) != t {
		return fmt.Errorf("engine: %q names no moment of the calendar", t)
	}
	*m = v
	return nil
}

func (m Micros) String() string {
	b, err := m.MarshalText()
	if err != nil {
		return fmt.Sprintf("Micros(%d)", int64(m))
	}
	return string(b)
}

// days counts the days from 1970-01-01 to a date of the proleptic Gregorian calendar; years are
// taken to begin in March, so that the leap day is the last.
func days(y, m, d int64) int64 {
	if m <= 2 {
		y--
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	doy := (153*((m+9)%12)+2)/5 + d - 1
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

// civil is the inverse of days.
func civil(n int64) (y, m, d int64) {
	n += 719468
	era := floorDiv(n, 146097)
	doe := n - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = doy - (153*mp+2)/5 + 1
	m = mp + 3
	if m > 12 {
		m -= 12
	}
	y = yoe + era*400
	if m <= 2 {
		y++
	}
	return y, m, d
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
