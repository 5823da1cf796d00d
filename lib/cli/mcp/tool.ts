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
  // those of a refusal by the dashboard are in the details
  const { code: refused, help: advice } = error.details;
  const code = typeof refused === 'string' ? refused : error.code;
  const help = typeof advice === 'string' ? advice : fillMessage(CATALOG[error.code].help, error.details);
  const message = error.message.slice(`[${error.code}] `.length);
  return { data: { code, message, help }, text: `[${code}] ${message}\n${help}` };
}

/** A model reads everything that it is given: a body of 256 kB would displace everything else. */
export const SHOWN_CHARACTERS = 4_000;

/** The value with long texts cut at any depth; each cut text says how much is missing. */
export function shortened<Value>(value: Value, characters: number): Value {
  return changed(value, characters) as Value; // the same shape: texts stay texts
}

function changed(value: unknown, characters: number): unknown {
  if (typeof value === 'string') return value.length <= characters ? value : `${value.slice(0, characters)}… (${value.length - characters} more characters)`;
  if (Array.isArray(value)) return value.map((element) => changed(element, characters));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changed(member, characters)]));
}
