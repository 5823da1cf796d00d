import { capitalize } from '../http/capitalize';
import type { RoutedRequest } from '../plan/exchange';
import type { HeaderField } from '../http/headers';
import type { FunctionVersion } from '../ports';
import type { RecordedAnswer, RecordedRequest } from '../plan/recorder';

/** A function's call as the execution log shows it: with the address and headers of the service's Invoke operation. */
export function recordedCall({ name }: Pick<FunctionVersion, 'name'>, payload: string, validated: RoutedRequest): RecordedRequest {
  const { stage, ids, received, plan } = validated;
  const { headerPrefix: service, shortPrefix: platform } = stage.vendor;
  const host = `lambda.${stage.region}.amazonaws.com`;
  const functionArn = `arn:aws:lambda:${stage.region}:${stage.accountId}:function:${name}`;
  const sourceArn = `arn:aws:execute-api:${stage.region}:${stage.accountId}:${stage.apiId}/${stage.name}/${received.method}${plan.resourcePath}`;
  return {
    uri: `https://${host}/2015-03-31/functions/${functionArn}/invocations`,
    headers: [
      { name: `x-${service}-lambda-integration-tag`, value: ids.requestId },
      { name: `X-${capitalize(platform)}-Date`, value: basicTime(received.receivedAt) },
      { name: `x-${service}-apigateway-api-id`, value: stage.apiId },
      { name: `X-${capitalize(platform)}-Source-Arn`, value: sourceArn },
      { name: 'Accept', value: 'application/json' },
      { name: 'User-Agent', value: `AmazonAPIGateway_${stage.apiId}` },
      { name: 'Host', value: host },
      { name: `X-${capitalize(service)}-Trace-Id`, value: ids.trace.text },
    ],
    body: payload,
  };
}

/** An answer of a function, failed or not, as Invoke gives it: always 200. */
export function recordedResult(payload: string, { stage, ids }: RoutedRequest): RecordedAnswer {
  const { headerPrefix: service, shortPrefix: platform } = stage.vendor;
  const headers: HeaderField[] = [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Content-Length', value: String(Buffer.byteLength(payload)) },
    { name: 'Connection', value: 'keep-alive' },
    { name: `x-${service}-RequestId`, value: ids.invocationId },
    { name: `X-${capitalize(platform)}-Executed-Version`, value: '$LATEST' },
    { name: `X-${capitalize(service)}-Trace-Id`, value: ids.trace.text },
  ];
  return { status: 200, headers, body: payload, requestId: ids.invocationId };
}

/** `20251121T001803Z` */
function basicTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/[-:]|\.\d+/g, '');
}
