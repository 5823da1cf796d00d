package main

import (
	"context"
	"encoding/json"
	"log"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
)

func handle(ctx context.Context, request events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
	petID := request.PathParameters["petId"]
	log.Println("looking up", petID)
	body, err := json.Marshal(map[string]string{"id": petID, "stage": request.RequestContext.Stage})
	return events.APIGatewayProxyResponse{StatusCode: 200, Body: string(body)}, err
}

func main() {
	lambda.Start(handle)
}
