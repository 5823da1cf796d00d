// Every call records that it runs, and then ends its process in the requested way.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"
)

var api = os.Getenv("AWS_LAMBDA_RUNTIME_API")

const path = "/2018-06-01/runtime/invocation/"

type query struct {
	ID  string `json:"id"`
	Way string `json:"way"`
}

func post(id, kind string, value any) {
	body, _ := json.Marshal(value)
	answer, err := http.Post("http://"+api+path+id+"/"+kind, "application/json", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	answer.Body.Close()
}

func soon(action func()) {
	go func() {
		time.Sleep(time.Millisecond)
		action()
	}()
}

// half sends a response whose body breaks off.
func half(id string) {
	connection, err := net.Dial("tcp", api)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintf(connection, "POST %s%s/response HTTP/1.1\r\nHost: %s\r\nContent-Length: 1000\r\n\r\n{\"half\":", path, id, api)
}

// end ends the process as requested, or returns the body of the answer.
func end(way, id string) string {
	switch way {
	case "exits":
		os.Exit(1)
	case "exitsWell":
		os.Exit(0)
	case "isKilled":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "panics":
		panic("it panics")
	case "answersAndExits":
		soon(func() { os.Exit(0) })
	case "answersLargeAndExits":
		soon(func() { os.Exit(1) })
		return strings.Repeat("x", 3*1024*1024)
	case "closesEverything":
		for descriptor := 3; descriptor < 64; descriptor++ {
			syscall.Close(descriptor)
		}
		soon(func() { os.Exit(1) })
	case "answersHalfAndExits":
		half(id)
		os.Exit(0)
	case "answersForAnother":
		post("00000000-0000-4000-8000-000000000000", "response", "forged")
	case "asksAgain":
		if answer, err := http.Get("http://" + api + path + "next"); err == nil {
			answer.Body.Close()
		}
	}
	return ""
}

func main() {
	notes, err := os.OpenFile(os.Getenv("NOTES"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		log.Fatal(err)
	}
	for {
		next, err := http.Get("http://" + api + path + "next")
		if err != nil {
			log.Fatal(err)
		}
		text, _ := io.ReadAll(next.Body)
		next.Body.Close()
		var event struct {
			Query query `json:"queryStringParameters"`
		}
		json.Unmarshal(text, &event)
		fmt.Fprintf(notes, "%s %d\n", event.Query.ID, os.Getpid())
		id := next.Header.Get("Lambda-Runtime-Aws-Request-Id")
		body := end(event.Query.Way, id)
		if body == "" {
			body = event.Query.ID
		}
		post(id, "response", map[string]any{"statusCode": 200, "body": body})
	}
}
