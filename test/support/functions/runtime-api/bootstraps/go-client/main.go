// A client of the Runtime API that answers as AWS's client for Go does: bodies are chunked and have declared trailers.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

const api = "/2018-06-01/runtime/invocation/"

type failure struct {
	Message string `json:"errorMessage"`
	Type    string `json:"errorType"`
}

func post(path string, body string) {
	reader, writer := io.Pipe()
	go func() {
		io.Copy(writer, strings.NewReader(body))
		writer.Close()
	}()
	request, _ := http.NewRequest(http.MethodPost, "http://"+os.Getenv("AWS_LAMBDA_RUNTIME_API")+api+path, reader)
	request.Header.Set("User-Agent", "aws-lambda-go/go1.19")
	request.Trailer = http.Header{"Lambda-Runtime-Function-Error-Type": nil, "Lambda-Runtime-Function-Error-Body": nil}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	io.Copy(io.Discard, response.Body)
	response.Body.Close()
	if response.StatusCode != http.StatusAccepted {
		panic(fmt.Sprintf("unexpected status %d", response.StatusCode))
	}
}

func handle(event map[string]any) (any, error) {
	switch event["way"] {
	case "fails":
		return nil, errors.New("it fails")
	case "panics":
		panic("it panics")
	}
	return map[string]any{"event": event, "pid": os.Getpid()}, nil
}

func call(id string, event map[string]any) {
	defer func() {
		if reason := recover(); reason != nil {
			text, _ := json.Marshal(failure{Message: fmt.Sprint(reason), Type: "string"})
			post(id+"/error", string(text))
			os.Exit(1)
		}
	}()
	value, err := handle(event)
	if err != nil {
		text, _ := json.Marshal(failure{Message: err.Error(), Type: "errorString"})
		post(id+"/error", string(text))
		return
	}
	text, _ := json.Marshal(value)
	post(id+"/response", string(text))
}

func main() {
	for {
		response, err := http.Get("http://" + os.Getenv("AWS_LAMBDA_RUNTIME_API") + api + "next")
		if err != nil {
			panic(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		var event map[string]any
		json.Unmarshal(body, &event)
		call(response.Header.Get("Lambda-Runtime-Aws-Request-Id"), event)
	}
}
