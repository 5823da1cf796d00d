package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"reflect"
	"strings"
)

// A client of the Runtime API that does what AWS's client for Go does: bodies are chunked and have
// declared trailers, errors have the name of their type, and a panic ends the process after its report.
// https://github.com/aws/aws-lambda-go/blob/main/lambda/invoke_loop.go
const api = "/2018-06-01/runtime/invocation/"

type failure struct {
	Message string `json:"errorMessage"`
	Type    string `json:"errorType"`
}

func serve(handle handler) {
	for {
		id, event := next()
		current = id
		result, reported := call(handle, event)
		if reported == nil {
			post(id+"/response", result)
			continue
		}
		text := write(reported.failure)
		log.Printf("%s", text)
		post(id+"/error", text)
		if reported.isPanic {
			log.Fatal("calling the handler function resulted in a panic, the process should exit")
		}
	}
}

type report struct {
	failure
	isPanic bool
}

func call(handle handler, event []byte) (result []byte, reported *report) {
	defer func() {
		if reason := recover(); reason != nil {
			reported = &report{failure{fmt.Sprint(reason), typeName(reason)}, true}
		}
	}()
	value, err := handle(event)
	if err != nil {
		return nil, &report{failure{err.Error(), typeName(err)}, false}
	}
	return write(value), nil
}

func typeName(value any) string {
	kind := reflect.TypeOf(value)
	if kind.Kind() == reflect.Ptr {
		kind = kind.Elem()
	}
	return kind.Name()
}

func write(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return text.Bytes()
}

func next() (string, []byte) {
	response, err := http.Get("http://" + os.Getenv("AWS_LAMBDA_RUNTIME_API") + api + "next")
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	event, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	return response.Header.Get("Lambda-Runtime-Aws-Request-Id"), event
}

func post(path string, body []byte) {
	// a reader that is no buffer has no length, so the body is chunked
	reader := io.MultiReader(strings.NewReader(string(body)))
	request, err := http.NewRequest(http.MethodPost, "http://"+os.Getenv("AWS_LAMBDA_RUNTIME_API")+api+path, reader)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "aws-lambda-go/go1.18")
	request.Trailer = http.Header{"Lambda-Runtime-Function-Error-Type": nil, "Lambda-Runtime-Function-Error-Body": nil}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	io.Copy(io.Discard, response.Body)
	if response.StatusCode != http.StatusAccepted {
		log.Fatalf("unexpected status %d", response.StatusCode)
	}
}
