import { createServer, type ServerResponse } from 'node:http';
import { readSigned, type ServiceRequest } from './signed-requests';
import { closed, listening, portOf } from './service-server';

/** A stack as CloudFormation, Lambda and API Gateway answer for it. */
export interface StandInStack {
  readonly region?: string;
  /** Logical id → type and physical id. */
  readonly resources: Readonly<Record<string, readonly [string, string]>>;
  readonly outputs?: readonly { readonly key: string; readonly value: string; readonly exportName?: string }[];
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The content of a stand-in, which may be changed while it runs. */
export interface StandIn {
  readonly stacks: Record<string, StandInStack>;
  /** Variables by physical name of a function. */
  readonly variables: Record<string, Record<string, string>>;
  /** Name and value by id of a key. */
  readonly keys: Record<string, readonly [string, string]>;
  /** Actions that are refused. */
  readonly denied: Set<string>;
  /** Resources of a page of ListStackResources. */
  pageSize: number;
}

/** A running stand-in of AWS. */
export interface RunningStandIn extends StandIn {
  /** Variables of a process whose AWS clients find it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The actions that were called, in order, with the regions in their signatures. */
  readonly called: string[];
  readonly close: () => Promise<void>;
}

export const ACCOUNT = '111122223333';
const SECRET = 'a secret of the stand-in';

/**
 * Starts a server that speaks what the services document: Query and XML for CloudFormation, REST and JSON for Lambda and API Gateway.
 * It refuses requests whose signatures are not right, and everything that is not one of the listed read-only calls.
 */
export async function startDeployedStacks(parts: Partial<StandIn> = {}): Promise<RunningStandIn> {
  const standIn: StandIn = { stacks: {}, variables: {}, keys: {}, denied: new Set(), pageSize: 100, ...parts };
  const called: string[] = [];
  const server = createServer((request, response) => {
    void readSigned(request, SECRET).then((signed) => {
      if (signed === undefined) return response.writeHead(403, { 'x-amzn-errortype': 'SignatureDoesNotMatch' }).end('{"message": "wrong signature"}');
      return answer(signed, standIn, { response, called });
    });
  });
  await listening(server);
  const environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${portOf(server)}`, AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: SECRET, AWS_REGION: 'eu-west-1',
    AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null', AWS_EC2_METADATA_DISABLED: 'true', AWS_PROFILE: '',
  };
  return Object.assign(standIn, { environment, called, close: () => closed(server) });
}

interface Exchange {
  readonly response: ServerResponse;
  readonly called: string[];
}

function answer(request: ServiceRequest, standIn: StandIn, { response, called }: Exchange): void {
  const { method, url, service, region } = request;
  const form = new URLSearchParams(request.body.toString());
  const action = service === 'cloudformation' ? `cloudformation:${form.get('Action') ?? ''}`
    : service === 'lambda' ? (method === 'GET' && url.pathname.endsWith('/configuration') ? 'lambda:GetFunctionConfiguration' : `lambda:${method} ${url.pathname}`)
      : `${service}:${method}`;
  called.push(`${action} ${region}`);
  const json = (status: number, body: object, error?: string): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...(error === undefined ? {} : { 'x-amzn-errortype': error }) }).end(JSON.stringify(body));
  };
  if (standIn.denied.has(action)) {
    const message = `User: arn:aws:iam::${ACCOUNT}:user/dev is not authorized to perform: ${action}`;
    if (service === 'cloudformation') return xmlError(response, 403, 'AccessDenied', message);
    return json(403, { message }, 'AccessDeniedException');
  }
  const id = decodeURIComponent(url.pathname.split('/').filter((part) => part !== 'configuration').at(-1) ?? '');
  switch (action) {
    case 'cloudformation:DescribeStacks': return describe(form.get('StackName') ?? '', { standIn, region, response });
    case 'cloudformation:ListStackResources': return list(form, { standIn, region, response });
    case 'lambda:GetFunctionConfiguration': {
      const variables = standIn.variables[id];
      if (variables === undefined) return json(404, { Message: `Function not found: ${id}` }, 'ResourceNotFoundException');
      return json(200, { FunctionName: id, Environment: { Variables: variables } });
    }
    case 'apigateway:GET': {
      const [name, value] = standIn.keys[id] ?? [];
      if (name === undefined || !url.pathname.startsWith('/apikeys/')) return json(404, { message: 'Invalid API Key identifier specified' }, 'NotFoundException');
      return json(200, { id, name, enabled: true, ...(url.searchParams.get('includeValue') === 'true' ? { value } : {}) });
    }
    default: return json(400, { message: `the stand-in does not allow ${action}` }, 'InvalidAction');
  }
}

interface Answering {
  readonly standIn: StandIn;
  readonly region: string;
  readonly response: ServerResponse;
}

/** The id that names a stack, by its name or its ARN. */
function find(nameOrId: string, { standIn, region }: Answering): readonly [string, StandInStack] | undefined {
  const name = /:stack\/([^/]+)\//.exec(nameOrId)?.[1] ?? nameOrId;
  const stack = standIn.stacks[name];
  return stack === undefined || (stack.region ?? 'eu-west-1') !== region ? undefined : [name, stack];
}

function describe(nameOrId: string, answering: Answering): void {
  const [name, stack] = find(nameOrId, answering) ?? [];
  const { response, region } = answering;
  if (name === undefined || stack === undefined) return xmlError(response, 400, 'ValidationError', `Stack with id ${nameOrId} does not exist`);
  const outputs = (stack.outputs ?? []).map(({ key, value, exportName }) =>
    `<member><OutputKey>${key}</OutputKey><OutputValue>${escaped(value)}</OutputValue>${exportName === undefined ? '' : `<ExportName>${exportName}</ExportName>`}</member>`);
  const parameters = Object.entries(stack.parameters ?? {}).map(([key, value]) =>
    `<member><ParameterKey>${key}</ParameterKey><ParameterValue>${escaped(value)}</ParameterValue></member>`);
  xml(response, 'DescribeStacks', `<Stacks><member><StackId>${stackId(name, region)}</StackId><StackName>${name}</StackName>
    <CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>UPDATE_COMPLETE</StackStatus>
    <Outputs>${outputs.join('')}</Outputs><Parameters>${parameters.join('')}</Parameters></member></Stacks>`);
}

function list(form: URLSearchParams, answering: Answering): void {
  const [, stack] = find(form.get('StackName') ?? '', answering) ?? [];
  const { response, standIn: { pageSize } } = answering;
  const start = Number(form.get('NextToken') ?? 0);
  const all = Object.entries(stack?.resources ?? {});
  const members = all.slice(start, start + pageSize).map(([logicalId, [type, physicalId]]) => `<member>
    <LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${escaped(physicalId)}</PhysicalResourceId><ResourceType>${type}</ResourceType>
    <ResourceStatus>CREATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp></member>`);
  const next = start + pageSize < all.length ? `<NextToken>${start + pageSize}</NextToken>` : '';
  xml(response, 'ListStackResources', `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>${next}`);
}

export function stackId(name: string, region = 'eu-west-1'): string {
  return `arn:aws:cloudformation:${region}:${ACCOUNT}:stack/${name}/0a1b2c3d-0000-0000-0000-000000000000`;
}

function xml(response: ServerResponse, action: string, result: string): void {
  const text = `<${action}Response xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><${action}Result>${result}</${action}Result>
    <ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></${action}Response>`;
  response.writeHead(200, { 'content-type': 'text/xml' }).end(text);
}

function xmlError(response: ServerResponse, status: number, code: string, message: string): void {
  const text = `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type><Code>${code}</Code>
    <Message>${escaped(message)}</Message></Error><RequestId>1</RequestId></ErrorResponse>`;
  response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
