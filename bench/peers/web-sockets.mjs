// The least that `ws` can do: it accepts connections and answers each message with its own text.
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1', perMessageDeflate: false }, () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
server.on('connection', (socket) => socket.on('message', (text) => socket.send(text, { binary: false })));
