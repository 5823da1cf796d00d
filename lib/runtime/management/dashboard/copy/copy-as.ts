import type { CopyFormat, RequestRecord } from '../../../inspection/protocol';
import { asCurl, asFetch, asHttp } from './as-command';
import { asTest } from './as-test';
import type { CopiedRequest } from './copied-request';

const FORMATS: Readonly<Record<CopyFormat, (record: RequestRecord, copied: CopiedRequest) => string>> = {
  curl: asCurl,
  fetch: asFetch,
  http: asHttp,
  test: asTest,
};

export const COPY_FORMATS = Object.keys(FORMATS);

/** A request as text to paste elsewhere. Hidden secrets are read from the environment there. */
export function copyAs(format: CopyFormat, record: RequestRecord, copied: CopiedRequest): string {
  return FORMATS[format](record, copied);
}
