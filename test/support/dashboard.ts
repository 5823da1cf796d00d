import path from 'node:path';
import { Dashboard, type TestProject } from '../../lib/runtime/inspection/dashboard';
import { serve } from '../../lib/runtime/hosting/start';
import type { ServeOptions } from '../../lib/runtime/hosting/serve-options';
import type { Serving } from '../../lib/runtime/hosting/serving';
import type { FunctionVersion, Invocation, InvocationOutcome } from '../../lib/runtime/ports';
import type { GatewaySpecInput } from '../../lib/spec';
import { writeAssembly } from './assembly';
import { newDirectory } from './temporary-directory';

/** A stub of all functions: a result as JSON text, or an outcome. */
export type Stub = (name: string, event: Record<string, unknown>, call: Invocation) => InvocationOutcome | string;

interface ApiAnswer<Answer> {
  readonly status: number;
  readonly json: Answer;
  readonly text: string;
}

interface ApiCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface DashboardGateway {
  readonly serving: Serving;
  readonly dashboard: Dashboard;
  readonly url: string;
  /** The assembly. */
  readonly directory: string;
  readonly token: string;
  /** Calls the dashboard's API; a body is sent as JSON. */
  readonly api: <Answer = Record<string, unknown>>(target: string, given?: ApiCall) => Promise<ApiAnswer<Answer>>;
  readonly close: () => Promise<void>;
}

interface DashboardGatewayOptions extends Partial<ServeOptions> {
  /** The project for which tests are copied. */
  readonly project?: Partial<TestProject>;
  /** APIs besides the first. */
  readonly others?: readonly GatewaySpecInput[];
}

/** A gateway with a dashboard in this process; no function runs anywhere. */
export async function dashboardGateway(
  spec: GatewaySpecInput, stub: Stub, { project = {}, others = [], ...options }: DashboardGatewayOptions = {},
): Promise<DashboardGateway> {
  const directory = writeAssembly(path.join(newDirectory(), 'gateway.out'), [spec, ...others]);
  const testProject = (): TestProject => ({ source: directory, runner: 'jest', ...project });
  const dashboard = new Dashboard({ mode: 'dev', version: '1.2.3', testProject });
  const serving = await serve({
    source: directory, port: 0, managementPort: 0, watch: false, dashboard, explain: 'always',
    invokeMiddleware: () => (version: FunctionVersion, call: Invocation) => {
      const outcome = stub(version.name, JSON.parse(call.payload) as Record<string, unknown>, call);
      return Promise.resolve(typeof outcome === 'string' ? { type: 'result', payload: outcome } : outcome);
    },
    ...options,
  });
  const { management, apis: [api] } = serving;
  const page = new URL(management?.dashboardUrl ?? '');
  const token = page.searchParams.get('token') ?? '';
  return {
    serving, dashboard, directory, token, url: api?.url ?? '',
    api: async <Answer>(target: string, { method = 'GET', body, headers = {} }: ApiCall = {}) => {
      const response = await fetch(`${page.origin}${target}`, {
        method, headers: { authorization: `Bearer ${token}`, ...headers }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, json: (text.startsWith('{') ? JSON.parse(text) : undefined) as Answer };
    },
    close: () => serving.close(),
  };
}
