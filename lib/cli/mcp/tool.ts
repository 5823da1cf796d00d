import type * as z from 'zod';
import { CATALOG, fillMessage, GatewayError } from '../../errors';
import { isDeeperThan, MAX_READ_LEVELS } from '../../spec';
import type { DashboardApi } from '../dashboard-api';

/** The answer of a tool, as data, and as text for models that read no data. */
export interface ToolAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** @default - the data as JSON */
  readonly text?: string;
}

/** A tool of the MCP server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** `reads`: nothing changes; `sends`: a request reaches functions and backends; `changes`: only the gateway itself. */
  readonly effect: 'reads' | 'sends' | 'changes';
  /** @throws DASHBOARD_* */
  readonly call: (input: unknown, api: DashboardApi) => Promise<ToolAnswer>;
}

/** A tool whose input is read with its schema. */
export function tool<Schema extends z.ZodObject>(
  row: Omit<Tool, 'input' | 'call'> & { readonly input: Schema }, call: (input: z.output<Schema>, api: DashboardApi) => Promise<ToolAnswer>,
): Tool {
  return { ...row, call: (input, api) => call(readInput(row.name, row.input, input), api) };
}

/** @throws DASHBOARD_CALL_INVALID */
function readInput<Schema extends z.ZodObject>(name: string, schema: Schema, input: unknown): z.output<Schema> {
  if (isDeeperThan(input, MAX_READ_LEVELS)) {
    throw new GatewayError('DASHBOARD_CALL_INVALID', { target: name, reason: `the arguments are nested deeper than ${MAX_READ_LEVELS} levels` });
  }
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const reason = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the arguments'}: ${message}`).join('; ');
  throw new GatewayError('DASHBOARD_CALL_INVALID', { target: name, reason });
}

/** Returns the answer for an error: its code, its message, and the help that a model can act on. */
export function errorAnswer(error: GatewayError): ToolAnswer {
  const { code, details } = refusalIn(error);
  const message = error.message.slice(`[${error.code}] `.length);
  const help = details.help ?? fillMessage(CATALOG[error.code].help, error.details);
  return { data: { code, message, help }, text: `[${code}] ${message}\n${help}` };
}

/** Returns the code and help of a refusal by the dashboard, which are in the details of the error; otherwise the code of the error. */
function refusalIn({ code, details }: GatewayError): { readonly code: string; readonly details: { readonly help?: string } } {
  const { code: own, help } = details;
  return { code: typeof own === 'string' ? own : code, details: typeof help === 'string' ? { help } : {} };
}
