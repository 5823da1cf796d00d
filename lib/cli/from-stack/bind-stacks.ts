import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { stackNamesOf, type NamedStack } from '../../importers';
import { readSecretFile, type LogEntry } from '../../runtime';
import { messageOf, messageWithoutCode } from '../error-stack';
import type { AppOptions, StateOptions } from '../options';
import { findSource } from '../find-app';
import { projectStateDirectory } from '../state-directory';
import type { Terminal } from '../terminal';
import { awsCalls, loadSdk, READ_ACTIONS, type AwsPlace } from './aws-calls';
import { readStackSchema, type BoundStacks, type ReadStack } from './bound-stacks';
import { readStack } from './read-stack';
import type { FromStack } from './stack-option';

const MINUTE_MS = 60_000;

export interface BindOptions extends AppOptions, StateOptions {
  readonly fromStack?: FromStack;
  readonly awsProfile?: string;
}

/** Reads the stacks that the options name; account and region are theirs unless others are given. @throws STACK_* */
export async function withStacks<Options extends BindOptions>(
  options: Options, source: string | undefined, terminal: Terminal,
): Promise<Options> {
  const { fromStack } = options;
  if (fromStack === undefined) return options;
  const bound = await readStacks(options, namesOf(fromStack, source, terminal), terminal);
  const [first] = bound.stacks;
  return { ...options, bound, account: options.account ?? first?.account, region: options.region ?? first?.region };
}

/** A stack to read; one that the source implies may not be deployed yet. */
interface Wanted extends NamedStack {
  readonly isImplied: boolean;
}

/** @throws STACK_NOT_NAMED */
function namesOf(fromStack: FromStack, source: string | undefined, { directory }: Terminal): readonly Wanted[] {
  if (fromStack !== true) return fromStack.map((name) => ({ name, isImplied: false }));
  const candidates = source === undefined ? ['cdk.out', findSource(directory)] : [source, 'cdk.out'];
  const files = candidates.flatMap((name) => (name === undefined ? [] : [path.resolve(directory, name)]));
  const names = files.filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined).map((file) => stackNamesOf(file));
  const [first] = names.filter((found) => found.length > 0);
  if (first === undefined) throw new GatewayError('STACK_NOT_NAMED');
  return first.map((stack) => ({ ...stack, isImplied: true }));
}

async function readStacks(options: BindOptions, wanted: readonly Wanted[], terminal: Terminal): Promise<BoundStacks> {
  const sdk = loadSdk(terminal.directory);
  const stateDirectory = await projectStateDirectory(options, terminal);
  const { environment } = terminal;
  const { awsProfile: profile, region } = options;
  const stacks: ReadStack[] = [];
  const notices: LogEntry[] = [{ level: 'info', message: `reading deployed stacks by read-only calls: ${READ_ACTIONS.join(', ')}` }];
  let missing: GatewayError | undefined;
  for (const { name, isImplied, account, region: own } of wanted) {
    const calls = awsCalls(sdk, { profile, region: own ?? region });
    const cached = { name, stateDirectory, profile: profile ?? environment.AWS_PROFILE, region: own ?? region ?? environment.AWS_REGION };
    const warn = (message: string): void => void notices.push({ level: 'warn', message: `stack ${name}: ${message}` });
    try {
      const read = async (): Promise<ReadStack> => requireAccount(await readStack(name, calls, warn), account);
      const { stack, notice } = await readOrKept(cached, read);
      stacks.push(requireAccount(stack, account));
      notices.push(notice);
    } catch (error) {
      if (!isImplied || !GatewayError.isGatewayError(error) || error.code !== 'STACK_NOT_FOUND') throw error;
      missing = error;
      notices.push({ level: 'warn', code: 'STACK_NOT_FOUND', message: messageWithoutCode(error) });
    }
  }
  if (stacks.length === 0 && missing !== undefined) throw missing;
  return { stacks, notices };
}

/** A stack of that name in another account is another stack. @throws STACK_NOT_FOUND */
function requireAccount(stack: ReadStack, account: string | undefined): ReadStack {
  const { name, account: own } = stack;
  if (account === undefined || account === own) return stack;
  throw new GatewayError('STACK_NOT_FOUND', { name, reason: `the source deploys it to account ${account}, and the credentials are of account ${own}` });
}

/** Reads a stack and keeps it; where AWS cannot be reached, the one that was kept. */
async function readOrKept(cached: CachedStack, read: () => Promise<ReadStack>): Promise<Readonly<{ stack: ReadStack; notice: LogEntry }>> {
  try {
    const stack = await read();
    const message = summaryOf(stack);
    const notKept = whyNotKept(cached, stack);
    return { stack, notice: notKept === undefined ? { level: 'info', message } : { level: 'warn', message: `${message}; not kept for later: ${notKept}` } };
  } catch (error) {
    const isOffline = GatewayError.isGatewayError(error) && error.code === 'STACK_NOT_REACHABLE';
    const kept = isOffline ? keptStack(cached) : undefined;
    if (kept === undefined) throw error;
    const minutes = Math.max(0, Math.round((Date.now() - kept.readAt) / MINUTE_MS));
    const message = `${messageWithoutCode(error)}; using what was read ${minutes} min ago: ${summaryOf(kept.stack)}`;
    return { stack: kept.stack, notice: { level: 'warn', code: 'STACK_NOT_REACHABLE', message } };
  }
}

/** Keeps a stack; a full disk does not keep a gateway from starting. */
function whyNotKept(cached: CachedStack, stack: ReadStack): string | undefined {
  try {
    keepStack(cached, stack, Date.now());
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The parts of a stack in numbers: values may be secrets. */
function summaryOf({ name, region, account, resources, outputs, variables, apiKeys }: ReadStack): string {
  const parts = Object.entries({ resources, outputs, 'functions with variables': variables, 'API keys': apiKeys });
  const counts = parts.map(([what, part]) => `${what}: ${Object.keys(part).length}`);
  return `stack ${name} in ${region}, account ${account}: ${counts.join(', ')}`;
}

/** A stack and when it was read, in ms since 1970. */
const keptSchema = z.object({ readAt: z.number(), stack: readStackSchema });

/** A stack by name, in an account and region. */
interface CachedStack extends AwsPlace {
  readonly name: string;
  readonly stateDirectory: string;
}

/** Keeps a stack for when AWS cannot be reached. Only its owner can read the file: it has variables and keys. */
function keepStack(which: CachedStack, stack: ReadStack, readAt: number): void {
  const file = fileOf(which);
  const fresh = `${file}.${randomUUID()}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(fresh, JSON.stringify({ readAt, stack }), { mode: 0o600 });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** The stack as it was last read; undefined if it never was. A file that cannot be read, or that others can, is none. */
function keptStack(which: CachedStack): z.infer<typeof keptSchema> | undefined {
  try {
    return keptSchema.parse(JSON.parse(readSecretFile(fileOf(which))));
  } catch {
    return undefined;
  }
}

/** Stacks of different profiles and regions may have one name. */
function fileOf({ name, profile = '', region = '', stateDirectory }: CachedStack): string {
  const hash = createHash('sha256').update(JSON.stringify([name, profile, region])).digest('hex').slice(0, 12);
  return path.join(stateDirectory, 'from-stack', `${name.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 128)}.${hash}.json`);
}
