/** The first line of a context's Dockerfile, by which it is known again. */
export const FIRST_LINE = '# Written by synthgate image; a change is lost when it writes again.';

/** Node for glibc, without compilers. Its digest changes with each of its security fixes, so it is not a constant here. */
export const DEFAULT_BASE = 'node:24-slim';

/** The user of the image: not root, and none of the base. Kubernetes wants a number to see that. */
const USER = '65532:65532';

export interface DockerfileParts {
  /** The image that it is built on, with a digest or without. */
  readonly base: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly ports: number;
}

const FIRST_PORT = 8_080;
const HEALTH_PORT = 9_000;

/** The Dockerfile of a gateway: only files are copied, so that it builds for other processors without emulation. */
export function dockerfile({ base, labels, ports }: DockerfileParts): string {
  const serve = [
    'serve', '/app/gateway.out', '--host', '0.0.0.0', '--port', String(FIRST_PORT), '--health-port', String(HEALTH_PORT),
    '--state', '/var/lib/synthgate', '--drain', '5', '--json-logs', '--no-watch',
  ];
  const numbers = [...Array.from({ length: ports }, (_, index) => FIRST_PORT + index), HEALTH_PORT];
  const label = Object.entries(labels).map(([name, value]) => `${name}=${quoted(value)}`).join(' \\\n      ');
  return `${FIRST_LINE}
ARG BASE=${base}
FROM \${BASE}
LABEL ${label}
# the programs and the definition belong to root, so that nothing that runs can change them
COPY app /app
# the only directories that are written to; the rest of the file system may be read-only
COPY --chown=${USER} state /var/lib/synthgate
ENV NODE_ENV=production HOME=/tmp
WORKDIR /app
USER ${USER}
EXPOSE ${numbers.join(' ')}
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/node_modules/synthgate/bin/synthgate"]
CMD ${JSON.stringify(serve)}
`;
}

/** A text in which Docker replaces nothing. @see https://docs.docker.com/reference/dockerfile/#environment-replacement */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('$', () => '\\$');
}
