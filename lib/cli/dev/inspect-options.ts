import { InvalidArgumentError, Option } from 'commander';
import { autoAttachOf, type ServeOptions } from '../../runtime';
import { byFunction } from '../by-function';
import { collect } from '../options';
import { refuseUnused } from '../refuse-unused';

/** Node's own default. */
const FIRST_PORT = 9229;

export interface InspectFlags {
  /** A port; true for the default. */
  readonly inspect?: number | true;
  readonly inspectBrk?: number | true;
  readonly function?: readonly string[];
}

export function inspectOptions(): Option[] {
  return [
    new Option('--inspect [port]', `let a debugger attach to functions of Node.js, and of Python with debugpy, from this port on (default: ${FIRST_PORT}); each function keeps its port over reloads`).argParser(port),
    new Option('--inspect-brk [port]', 'the same, and wait for a debugger before a function\'s code is loaded').argParser(port),
    new Option('--function <name>', 'with --inspect or --inspect-brk: only this function; repeatable').argParser(collect),
  ];
}

/** The context in which the flags are checked, once there is an assembly. */
interface InspectSurroundings {
  readonly source: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The option `inspect` of `serve`. @throws OPTION_INVALID */
export function readInspect({ inspect, inspectBrk, function: functions }: InspectFlags, known?: InspectSurroundings): ServeOptions['inspect'] {
  if (inspectBrk !== undefined) refuseUnused({ '--inspect': inspect }, 'no --inspect beside --inspect-brk');
  const address = inspectBrk ?? inspect;
  if (address === undefined) {
    refuseUnused({ '--function': functions?.join(', ') }, '--function only with --inspect or --inspect-brk');
    return undefined;
  }
  const waits = inspectBrk !== undefined;
  const first = address === true ? FIRST_PORT : address;
  if (known === undefined) return { port: first, functions, waits };
  const names = functions && Object.keys(byFunction(functions.map((name) => [name, true]), { option: '--function', source: known.source, merged: () => true }));
  // to wait for one debugger is enough
  return { port: first, functions: names, waits, autoAttach: waits ? undefined : autoAttachOf(known.environment) };
}

function port(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65_535) return value;
  throw new InvalidArgumentError('Expected a port from 0 to 65535, or none; the source is given before this option.');
}
