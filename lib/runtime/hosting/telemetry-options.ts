import * as z from 'zod';
import { described, text, yesOrNo } from '../options/option';
import type { ServeOption } from '../options/serve-option';

const SAMPLING = 'a number from 0 to 1';

/** Options of traces, of sending them and the metrics to a collector, and of the log of requests. */
export const TELEMETRY_OPTIONS = {
  otlp: {
    ...described('an http(s) URL without a query', (expected) => z.string(expected).regex(/^https?:\/\/[^\s?#@]+$/, expected)),
    default: { without: 'nothing is sent' },
    description: 'a collector of OpenTelemetry, such as `http://127.0.0.1:4318`: traces and metrics are sent to its `/v1/traces` and `/v1/metrics`',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--otlp <url>', reads: 'text', help: 'send traces and metrics to a collector of OpenTelemetry, by OTLP/HTTP: http://127.0.0.1:4318' },
  },
  traceSampling: {
    ...described(SAMPLING, (expected) => z.number(expected).min(0, expected).max(1, expected)), default: { value: 1 },
    description: 'the part of the requests that is traced, from 0 to 1; needs `otlp` or a registered SDK of OpenTelemetry',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--trace-sampling <part>', reads: 'fraction' },
  },
  trustTrace: {
    ...yesOrNo(), default: { value: false },
    description: 'whether callers decide which of their requests are traced, by the sampled flag of `traceparent` or `X-Amzn-Trace-Id`: for a gateway that only other services reach; needs `otlp` or a registered SDK of OpenTelemetry',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--trust-trace', reads: 'switch', help: 'let callers decide which of their requests are traced, by the sampled flag of traceparent or X-Amzn-Trace-Id' },
  },
  requestLog: {
    ...text(), default: { without: 'stages alone have access logs' }, needs: 'accessLog',
    description: 'an access log of all requests: the destination of a line of JSON for each, a file or `-` for the output, as `accessLog` gets it',
    isSecret: false, workers: 'copied', tests: 'determined',
    flag: { flags: '--access-log <file>', reads: 'text', help: 'append a line of JSON for every request to this file, or write it to the output (-); SIGUSR2 reopens the file' },
  },
} as const satisfies Readonly<Record<string, ServeOption>>;
