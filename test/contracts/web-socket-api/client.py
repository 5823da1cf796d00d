"""A client of WebSocket APIs with nothing but Python's standard library: what it gets, as JSON."""
import base64, hashlib, json, os, socket, struct, sys
from urllib.parse import urlsplit

url = urlsplit(sys.argv[1])
connection = socket.create_connection((url.hostname, url.port), timeout=10)
key = base64.b64encode(os.urandom(16)).decode()
connection.sendall((f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nUser-Agent: Python\r\n\r\n").encode())
stream = connection.makefile("rb")
status = stream.readline().split()[1].decode()
headers = dict(line.decode().rstrip().split(": ", 1) for line in iter(stream.readline, b"\r\n"))
headers = {name.lower(): value for name, value in headers.items()}
expected = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()


def send(opcode, payload, final=True):
    mask = os.urandom(4)
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + struct.pack("!H", length)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    connection.sendall(bytes([(0x80 if final else 0) | opcode]) + size + mask + masked)


def receive():
    first, second = stream.read(2)
    length = second & 0x7F
    if length == 126:
        (length,) = struct.unpack("!H", stream.read(2))
    return first & 0x0F, stream.read(length)


send(1, b'{"action": "hel', final=False)
send(9, b"are you there")
send(0, "lo ✓\"}".encode(), final=True)
pong = receive()
message = receive()
send(8, struct.pack("!H", 1000) + b"done")
closed = receive()
print(json.dumps({
    "status": status, "accepted": headers.get("sec-websocket-accept") == expected,
    "pong": [pong[0], pong[1].decode()], "body": json.loads(message[1])["body"], "closed": [closed[0], struct.unpack("!H", closed[1][:2])[0]],
    "ended": stream.read() == b"",
}))
