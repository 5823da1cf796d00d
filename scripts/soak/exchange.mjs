// Requests of the soak: whole ones over kept connections, and bytes over sockets of their own.
import { request } from 'node:http';
import { connect } from 'node:net';

/** Beyond every limit of the gateway by far, so that what comes late can be told from what does not come. */
const GIVE_UP_MS = 90_000;

/** One request; rejects when it is not answered as a whole. The body is text. */
export function call({ host, port, agent }, { method = 'GET', path, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, agent, method, path, headers, timeout: GIVE_UP_MS }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject).on('aborted', () => reject(new Error('the answer was cut')));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }));
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${GIVE_UP_MS} ms`)));
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Sends bytes and gives what comes until the server closes; rejects when it does not. */
export function sendBytes({ host, port }, bytes) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let text = '';
    socket.setTimeout(GIVE_UP_MS, () => {
      reject(new Error(`the connection is still open after ${GIVE_UP_MS} ms and ${JSON.stringify(text.slice(0, 100))}`));
      socket.destroy();
    });
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (data) => { text += data.toString('latin1'); });
    // a reset after the answer is as good an end as any
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

/** Sends bytes and leaves: at once after so many milliseconds, or with the first byte of the answer. */
export function leave({ host, port }, bytes, { afterMs, withFirstByte = false }) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => socket.destroy(), afterMs);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', () => {
      if (withFirstByte) socket.destroy();
    });
    socket.on('error', () => undefined).on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
