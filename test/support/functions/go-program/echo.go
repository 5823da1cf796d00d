package main

import (
	"encoding/json"
	"errors"
)

// The recorded functions that echo, as they are in JavaScript.
func init() {
	handlers["proxy-echo"] = func(event []byte) (any, error) {
		return proxy(200, string(event)), nil
	}
	handlers["echo"] = func(event []byte) (any, error) {
		return json.RawMessage(event), nil
	}
	handlers["return-parsed-body"] = func(event []byte) (any, error) {
		var request struct{ Body *string }
		if err := json.Unmarshal(event, &request); err != nil {
			return nil, err
		}
		if request.Body == nil {
			return nil, errors.New("the body is not a string")
		}
		var value any
		err := json.Unmarshal([]byte(*request.Body), &value)
		return value, err
	}
}

type response struct {
	StatusCode      int    `json:"statusCode"`
	Body            string `json:"body"`
	IsBase64Encoded bool   `json:"isBase64Encoded"`
}

func proxy(status int, body string) response {
	return response{status, body, false}
}
