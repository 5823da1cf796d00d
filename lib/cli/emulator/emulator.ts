/** A running emulator of AWS. */
export interface Emulator {
  /** Its name; that of one that is not known is `emulator`. */
  readonly name: string;
  /** Origin. */
  readonly url: string;
  /** The only service that it has, by the name of its endpoint. @default - it has many */
  readonly service?: string;
  /** The file with the certificate authority of its HTTPS. @default - none: it is called over HTTP */
  readonly caFile?: string;
}

/** The emulator that a gateway uses, and others that run. */
export interface FoundEmulators {
  readonly used?: Emulator;
  readonly others: readonly Emulator[];
}

/** `LocalStack at http://127.0.0.1:4566` */
export function emulatorText({ name, url }: Emulator): string {
  return `${name} at ${url}`;
}

/** The variable with which AWS's clients find it. */
export function endpointVariable({ service }: Emulator): string {
  return service === undefined ? 'AWS_ENDPOINT_URL' : `AWS_ENDPOINT_URL_${service.toUpperCase()}`;
}
