import json


def handler(event, context):
    pet_id = event["pathParameters"]["petId"]
    print("looking up", pet_id)
    return {
        "statusCode": 200,
        "body": json.dumps({"id": pet_id, "stage": event["requestContext"]["stage"]}),
    }
