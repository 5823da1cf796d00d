// Loaded into the gateway's process before anything else. It only looks: at its prototypes, its sockets, its memory.
import { subscribe } from 'node:diagnostics_channel';

const inside = new Map();
const dialled = [];

subscribe('net.server.socket', ({ socket }) => {
  const key = keyOf(socket);
  inside.set(key, socket);
  socket.once('close', () => inside.delete(key));
});
subscribe('net.client.socket', ({ socket }) => {
  socket.once('connect', () => dialled.push({ address: socket.remoteAddress, port: socket.remotePort }));
  socket.once('error', (error) => {
    if (error.port !== undefined) dialled.push({ address: error.address, port: error.port });
  });
});

const ANSWERS = {
  turn: () => true,
  polluted: () => 'polluted' in {} || 'polluted' in Object.prototype,
  isOpen: ({ address, port }) => inside.has(`${address} ${port}`),
  dialled: () => dialled,
  rssBytes: () => process.memoryUsage.rss(),
};

process.on('message', ({ id, question, ...details }) => process.send({ id, answer: ANSWERS[question](details) }));
process.channel.unref();

function keyOf({ remoteAddress, remotePort }) {
  return `${String(remoteAddress).replace(/^::ffff:/, '')} ${remotePort}`;
}
