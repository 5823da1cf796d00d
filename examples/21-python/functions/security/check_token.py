"""Admits callers whose token names them: `Bearer ada`."""


def handler(event, _context):
    scheme, _, name = event["authorizationToken"].partition(" ")
    if scheme != "Bearer" or not name:
        raise Exception("Unauthorized")
    return {
        "principalId": name,
        "policyDocument": {
            "Version": "2012-10-17",
            "Statement": [{"Effect": "Allow", "Action": "execute-api:Invoke", "Resource": event["methodArn"]}],
        },
    }
