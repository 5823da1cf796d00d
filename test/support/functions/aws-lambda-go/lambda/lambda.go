// Package lambda stands in for AWS's client, which tests do not download: it takes handlers of the template's form.
package lambda

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"reflect"
)

const api = "/2018-06-01/runtime/invocation/"

// Start runs a handler func(context.Context, Event) (Answer, error) for each call.
func Start(handler any) {
	base := "http://" + os.Getenv("AWS_LAMBDA_RUNTIME_API") + api
	fn := reflect.ValueOf(handler)
	for {
		next, err := http.Get(base + "next")
		if err != nil {
			panic(err)
		}
		text, _ := io.ReadAll(next.Body)
		next.Body.Close()
		event := reflect.New(fn.Type().In(1))
		if err := json.Unmarshal(text, event.Interface()); err != nil {
			panic(err)
		}
		results := fn.Call([]reflect.Value{reflect.ValueOf(context.Background()), event.Elem()})
		body, _ := json.Marshal(results[0].Interface())
		posted, err := http.Post(base+next.Header.Get("Lambda-Runtime-Aws-Request-Id")+"/response", "application/json", bytes.NewReader(body))
		if err != nil {
			panic(err)
		}
		posted.Body.Close()
	}
}
