// Command oracle compares rowlens with the classes that it follows: HBase's
// OrderedBytes, Accumulo's lexicoders, Jackson and the JDK itself, from published
// jars. It asks both sides about random, mutated and adversarial cases:
//
//	go run ./fuzz/oracle -n 1000000
//	go run ./fuzz/oracle -only json -seed 7
//	go run ./fuzz/oracle -case 'ordered.decode 220102'
//
// If they differ on a case, it prints the case and both answers. It exits with 1 if
// a difference is not listed in known.json, or if a listed one no longer occurs.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

func main() {
	var o options
	flag.IntVar(&o.n, "n", 100_000, "ask this many `cases` of each oracle")
	flag.Uint64Var(&o.seed, "seed", 0, "where the random cases start; without it somewhere else each time")
	flag.StringVar(&o.only, "only", "", "ask only the oracles whose name contains this `text`")
	flag.StringVar(&o.one, "case", "", "ask this one `case`, as a difference prints it")
	flag.StringVar(&o.java, "java", "", "run these JVMs, a comma between; without it java and what is installed beside it")
	flag.Parse()
	if o.seed == 0 {
		o.seed = uint64(time.Now().UnixNano())
	}
	ok, err := run(os.Stdout, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

type options struct {
	n         int
	seed      uint64
	only, one string
	java      string
}

// run asks everything and reports whether all differences are listed ones.
func run(w io.Writer, o options) (ok bool, err error) {
	list, err := readKnown()
	if err != nil {
		return false, err
	}
	commands := installed()
	if o.java != "" {
		commands = strings.Split(o.java, ",")
	}
	j, err := startJVMs(commands)
	if err != nil {
		return false, err
	}
	defer j.stop()
	fmt.Fprintf(w, "seed %d, %s\n", o.seed, j)
	domains := newDomains()
	if o.one != "" {
		return askOne(w, j, domains, o.one)
	}
	ok = true
	for i, d := range domains {
		if !strings.Contains(d.name(), o.only) {
			continue
		}
		r := &report{w: w, seed: o.seed, domain: d.name(), known: list}
		if err := d.prepare(o.seed, j); err != nil {
			return false, fmt.Errorf("%s: %w", d.name(), err)
		}
		if err := r.knownCases(j, d); err != nil {
			return false, err
		}
		if err := askAll(j, d, rand.New(rand.NewPCG(o.seed, uint64(i))), o.n, r); err != nil {
			return false, fmt.Errorf("%s: %w", d.name(), err)
		}
		ok = r.end() && ok
	}
	return ok, nil
}

// newDomains returns everything to compare, ready to be asked.
func newDomains() []domain {
	return []domain{&ordered{}, &lexicoders{}, &jsonTexts{}, &numberTexts{}, &streams{}, &zoneNames{}}
}

// askOne asks the case in a line, whose words are separated by spaces.
func askOne(w io.Writer, j *jvms, domains []domain, line string) (bool, error) {
	c := strings.ReplaceAll(line, " ", "\t")
	for _, d := range domains {
		if !strings.HasPrefix(c, d.prefix()) {
			continue
		}
		a, err := j.ask([]string{c})
		if err != nil {
			return false, err
		}
		differences := d.judge(strings.Split(c, "\t"), a[0])
		fmt.Fprintf(w, "%s\n%s\n", line, a[0])
		for _, x := range differences {
			fmt.Fprintf(w, "%s: rowlens %s\n", x.kind, x.ours)
		}
		return len(differences) == 0, nil
	}
	return false, fmt.Errorf("no oracle answers %q", line)
}

// batch is how many cases are asked at once.
const batch = 4096

// askAll asks n random cases. One batch is answered while the previous one is judged.
func askAll(j *jvms, d domain, r *rand.Rand, n int, to *report) error {
	type asked struct {
		cases   []string
		answers []answers
		err     error
	}
	queue := make(chan asked, 1)
	go func() {
		defer close(queue)
		for left := n; left > 0; left -= batch {
			cases := make([]string, min(left, batch))
			for i := range cases {
				cases[i] = d.next(r)
			}
			a, err := j.ask(cases)
			queue <- asked{cases, a, err}
			if err != nil {
				return
			}
		}
	}()
	for q := range queue {
		if q.err != nil {
			return q.err
		}
		for i, c := range q.cases {
			to.add(c, q.answers[i], d.judge(strings.Split(c, "\t"), q.answers[i]))
		}
	}
	return nil
}
