import { GatewayError } from '../errors';
import { readManagementAddress, type DashboardError, type ManagementAddress } from '../runtime';

/** The status of an answer without a body. */
const NO_CONTENT = 204;

/** The API of a dashboard, whose types are declared beside it in `runtime/inspection/protocol.ts`. */
export interface DashboardApi {
  readonly get: <Answer>(target: string) => Promise<Answer>;
  readonly post: <Answer>(target: string, body: unknown) => Promise<Answer>;
  readonly remove: (target: string) => Promise<void>;
}

/** The dashboard of the gateway that was last started with a state directory. @throws DASHBOARD_UNREACHABLE */
export function dashboardOf(stateDirectory: string): DashboardApi {
  const address = readManagementAddress(stateDirectory);
  if (address === undefined) throw new GatewayError('DASHBOARD_UNREACHABLE', { reason: `no gateway with a dashboard uses ${stateDirectory}` });
  return dashboardAt(address);
}

/** The dashboard at an address. Its operations throw DASHBOARD_UNREACHABLE and DASHBOARD_REFUSED. */
export function dashboardAt({ url, token }: ManagementAddress): DashboardApi {
  const call = async <Answer>(target: string, init: RequestInit): Promise<Answer> => {
    const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}${target}`, { ...init, headers }).catch((cause: unknown) => {
      throw new GatewayError('DASHBOARD_UNREACHABLE', { reason: `${url} does not answer` }, { cause });
    });
    const json: unknown = response.status === NO_CONTENT ? undefined : await response.json().catch((cause: unknown) => {
      throw new GatewayError('DASHBOARD_UNREACHABLE', { reason: `what answers at ${url} is not a dashboard` }, { cause });
    });
    const answer = json as Answer & Partial<DashboardError>; // declared by the protocol
    if (!response.ok) throw refusalOf(target, response.status, answer);
    return answer;
  };
  return {
    get: (target) => call(target, {}),
    post: (target, body) => call(target, { method: 'POST', body: JSON.stringify(body) }),
    remove: (target) => call(target, { method: 'DELETE' }),
  };
}

/** Code and help are those of the answer. */
function refusalOf(target: string, status: number, { message = String(status), code, help }: Partial<DashboardError>): GatewayError {
  const own = { ...(code === undefined ? {} : { code }), ...(help === undefined ? {} : { help }) };
  return new GatewayError('DASHBOARD_REFUSED', { target, reason: `${message}${code === undefined ? '' : ` [${code}]`}`, ...own });
}
