"""Every call records that it runs, and then ends its process in the requested way."""

import os
import signal
import sys
import threading

NOTES = os.open(os.environ["NOTES"], os.O_WRONLY | os.O_APPEND)
NO_NONCE = b"0" * 16
CHANNEL, ANSWER_LOG, CALL_SOCKET = 3, 4, 5
LARGE = "x" * (3 * 1024 * 1024)


def frame(kind, body):
    return b"%08x%c%s%s" % (1 + 16 + len(body), kind, NO_NONCE, body)


def soon(action):
    threading.Timer(0.001, action).start()


def end(status):
    os._exit(status)


def answers_large_and_exits():
    soon(lambda: end(1))
    return LARGE


def closes_everything():
    os.closerange(CHANNEL, CALL_SOCKET + 1)
    soon(lambda: end(1))


def forges_notice():
    os.write(CHANNEL, frame(7, b'{"errorType": "Error", "errorMessage": "forged"}'))


def forges_notice_and_exits():
    forges_notice()
    end(0)


def empties_log():
    os.ftruncate(ANSWER_LOG, 0)
    end(0)


def writes_half_a_frame():
    os.write(CHANNEL, frame(4, b"x" * 1000)[:100])
    end(0)


def writes_to_call_socket():
    os.write(CALL_SOCKET, b"x" * 1000)
    end(0)


def raises():
    raise KeyError("thrown")


def interrupts():
    raise KeyboardInterrupt()


WAYS = {
    "lives": lambda: None,
    "exits": lambda: sys.exit(1),
    "exitsHard": lambda: end(3),
    "aborts": os.abort,
    "isKilled": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "raises": raises,
    "interrupts": interrupts,
    "answersAndExits": lambda: soon(lambda: end(0)),
    "answersLargeAndExits": answers_large_and_exits,
    "closesChannel": lambda: os.close(CHANNEL),
    "closesAnswerLog": lambda: os.close(ANSWER_LOG),
    "closesCallSocket": lambda: os.close(CALL_SOCKET),
    "closesEverything": closes_everything,
    "forgesNotice": forges_notice,
    "forgesNoticeAndExits": forges_notice_and_exits,
    "forgesAnswers": lambda: os.write(CHANNEL, frame(4, b"{}")) and None,
    "emptiesLog": empties_log,
    "writesHalfAFrame": writes_half_a_frame,
    "writesToCallSocket": writes_to_call_socket,
}


def handler(event, context):
    query = event["queryStringParameters"]
    os.write(NOTES, ("%s %d\n" % (query["id"], os.getpid())).encode())
    answer = WAYS[query["way"]]()
    return {"statusCode": 200, "body": answer or query["id"]}
