// Package events has the part of AWS's package that the template uses.
package events

type APIGatewayProxyRequestContext struct {
	Stage string `json:"stage"`
}

type APIGatewayProxyRequest struct {
	PathParameters map[string]string             `json:"pathParameters"`
	RequestContext APIGatewayProxyRequestContext `json:"requestContext"`
}

type APIGatewayProxyResponse struct {
	StatusCode int    `json:"statusCode"`
	Body       string `json:"body"`
}
