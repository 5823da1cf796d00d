package main

import (
	"encoding/json"
	"errors"
	"log"
	"os"
	"strconv"
	"time"
)

type closedError struct{}

func (*closedError) Error() string { return "closed" }

// Counts the calls of the process, and goes wrong where the query says so.
func counts(goWrong func() error) handler {
	count := 0
	return func(event []byte) (any, error) {
		count++
		var request struct{ QueryStringParameters map[string]string }
		if err := json.Unmarshal(event, &request); err != nil {
			return nil, err
		}
		if request.QueryStringParameters["now"] != "" {
			if err := goWrong(); err != nil {
				return nil, err
			}
		}
		return proxy(200, strconv.Itoa(count)), nil
	}
}

func init() {
	handlers["count"] = counts(func() error { return nil })
	handlers["error"] = counts(func() error { return errors.New("it fails") })
	handlers["own-type"] = counts(func() error { return &closedError{} })
	handlers["panic"] = counts(func() error { panic("it panics") })
	handlers["bounds"] = counts(func() error {
		none := []int{}
		return errors.New(strconv.Itoa(none[len(os.Args)+2]))
	})
	handlers["exit"] = counts(func() error {
		os.Exit(2)
		return nil
	})
	handlers["goroutine"] = counts(func() error {
		go func() { panic("beside the handler") }()
		time.Sleep(time.Hour)
		return nil
	})
	handlers["sleep"] = counts(func() error {
		time.Sleep(time.Hour)
		return nil
	})
	handlers["memory"] = counts(func() error {
		for kept := [][]byte{}; ; {
			piece := make([]byte, 1<<24)
			for index := range piece {
				piece[index] = 1
			}
			kept = append(kept, piece)
		}
	})
	handlers["log"] = func(event []byte) (any, error) {
		log.Print("logged in Go")
		return proxy(200, "ok"), nil
	}
}
