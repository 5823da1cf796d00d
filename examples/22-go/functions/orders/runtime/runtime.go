// Package runtime is a client of Lambda's Runtime API that takes one call after the other.
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
package runtime

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
)

type failure struct {
	Message string `json:"errorMessage"`
	Type    string `json:"errorType"`
}

// Start takes calls for as long as the process lives.
func Start(handle func(event []byte) (any, error)) {
	api := "http://" + os.Getenv("AWS_LAMBDA_RUNTIME_API") + "/2018-06-01/runtime/invocation/"
	for {
		next, err := http.Get(api + "next")
		if err != nil {
			log.Fatal(err)
		}
		event, err := io.ReadAll(next.Body)
		next.Body.Close()
		if err != nil {
			log.Fatal(err)
		}
		id := next.Header.Get("Lambda-Runtime-Aws-Request-Id")
		if result, err := handle(event); err != nil {
			log.Print(err)
			post(api+id+"/error", failure{err.Error(), "error"})
		} else {
			post(api+id+"/response", result)
		}
	}
}

func post(url string, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	answer, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	answer.Body.Close()
}
