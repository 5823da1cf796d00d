// Functions in Go: the handler that a function names is one of these.
package main

import "os"

// Takes the event's text and gives a value, which is written as JSON, or a text that is JSON already.
type handler func(event []byte) (any, error)

var handlers = map[string]handler{}

func main() {
	name := os.Getenv("_HANDLER")
	handle, isThere := handlers[name]
	if !isThere {
		panic("there is no handler " + name)
	}
	serve(handle)
}
