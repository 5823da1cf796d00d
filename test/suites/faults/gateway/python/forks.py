"""A module that forks while it is loaded: its copy goes on as its parent does."""

import os

PARENT = os.getpid()
os.fork()


def handler(event, context):
    return {"statusCode": 200, "body": str(os.getpid() if os.getpid() == PARENT else "child")}
