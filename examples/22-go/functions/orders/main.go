package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"example.com/orders/runtime"
)

type request struct {
	Body string `json:"body"`
}

type response struct {
	StatusCode int               `json:"statusCode"`
	Headers    map[string]string `json:"headers"`
	Body       string            `json:"body"`
}

type order struct {
	Items []struct {
		Cents int `json:"cents"`
		Count int `json:"count"`
	} `json:"items"`
}

func handle(event []byte) (any, error) {
	var received request
	if err := json.Unmarshal(event, &received); err != nil {
		return nil, err
	}
	var placed order
	if err := json.Unmarshal([]byte(received.Body), &placed); err != nil {
		return nil, err
	}
	if len(placed.Items) == 0 {
		return nil, errors.New("an order needs items")
	}
	total := 0
	for _, item := range placed.Items {
		total += item.Cents * item.Count
	}
	body := fmt.Sprintf(`{"total": "%d.%02d"}`, total/100, total%100)
	return response{201, map[string]string{"Content-Type": "application/json"}, body}, nil
}

func main() {
	runtime.Start(handle)
}
