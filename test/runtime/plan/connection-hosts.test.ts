import { hostsIn, withLocalHosts, type ConnectionHosts } from '../../../lib/runtime/plan/connection-hosts';

const HOSTS: ConnectionHosts = new Map([['chat123', '127.0.0.1:3001'], ['later', undefined]]);

test.each([
  ['https://chat123.execute-api.us-east-1.amazonaws.com/prod', 'https://127.0.0.1:3001/prod', ['chat123']],
  ['wss://chat123.execute-api.cn-north-1.amazonaws.com.cn', 'wss://127.0.0.1:3001', ['chat123']],
  ['chat123.execute-api.eu-west-1.amazonaws.com', '127.0.0.1:3001', ['chat123']],
  ['https://later.execute-api.eu-west-1.amazonaws.com', 'https://later.execute-api.eu-west-1.amazonaws.com', ['later']],
  ['https://rest456.execute-api.eu-west-1.amazonaws.com', 'https://rest456.execute-api.eu-west-1.amazonaws.com', []],
  ['https://chat123.example.com chat123', 'https://chat123.example.com chat123', []],
])('%s', (text, local, ids) => {
  expect(withLocalHosts(text, HOSTS)).toBe(local);
  expect(hostsIn(text, HOSTS)).toEqual(ids);
});
