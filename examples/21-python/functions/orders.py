"""Orders: `POST /orders` prices one, `GET /orders/{id}` shows one to its owner."""

import json
import logging
from decimal import Decimal

logging.getLogger().setLevel(logging.INFO)


def handler(event, context):
    if event["httpMethod"] == "GET":
        return answer(200, {"id": event["pathParameters"]["id"], "owner": event["requestContext"]["authorizer"]["principalId"]})
    order = json.loads(event["body"], parse_float=Decimal)
    total = sum(item["price"] * item["count"] for item in order["items"])
    logging.info("priced %d items for request %s", len(order["items"]), context.aws_request_id)
    return answer(201, {"total": str(total)})


def answer(status, body):
    return {
        "statusCode": status,
        "headers": {"Content-Type": "application/json"},
        "body": json.dumps(body),
    }
