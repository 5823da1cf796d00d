import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** How debuggers find what they can attach to. @see https://nodejs.org/en/learn/getting-started/debugging */
export interface DebuggerTarget {
  readonly id: string;
  readonly functionName: string;
}

/**
 * Why a request comes from a web page; undefined if it does not. A page whose name leads to this machine has another host, and
 * one that connects across sites has another origin.
 */
export function reasonToRefuse({ headers: { host = '', origin } }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { hostname } = readUrl(`http://${host}`);
  if (hostname !== 'localhost' && isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return `its host is ${JSON.stringify(host)}`;
  const isOfPage = origin !== undefined && (origin === 'null' || (/^https?:/i.test(origin) && readUrl(origin).host !== readUrl(`http://${host}`).host));
  return isOfPage ? `it is from the web page ${JSON.stringify(origin)}` : undefined;
}

/** The answer to a request that is not a debugger's connection, as JSON; undefined for a path that Node's inspector does not have. */
export function describeTarget({ url, headers: { host = '' } }: Pick<IncomingMessage, 'url' | 'headers'>, target: DebuggerTarget): unknown {
  if (url === '/json' || url === '/json/list') return [entryOf(target, host)];
  return url === '/json/version' ? { 'Browser': `node.js/${process.version}`, 'Protocol-Version': '1.1' } : undefined;
}

/** As Node's inspector has it. */
function entryOf({ id, functionName }: DebuggerTarget, host: string): Readonly<Record<string, string>> {
  const frontend = `?experiments=true&v8only=true&ws=${host}/${id}`;
  return {
    description: 'node.js instance',
    devtoolsFrontendUrl: `devtools://devtools/bundled/js_app.html${frontend}`,
    devtoolsFrontendUrlCompat: `devtools://devtools/bundled/inspector.html${frontend}`,
    faviconUrl: 'https://nodejs.org/static/images/favicons/favicon.ico',
    id,
    title: functionName,
    type: 'node',
    url: `file:///${functionName}`,
    webSocketDebuggerUrl: `ws://${host}/${id}`,
  };
}

function readUrl(text: string): Pick<URL, 'host' | 'hostname'> {
  return URL.canParse(text) ? new URL(text) : { host: '', hostname: '' };
}
