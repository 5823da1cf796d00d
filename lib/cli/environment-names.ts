import { GatewayError } from '../errors';
import { suggestText } from '../runtime';
import { OWN_PROCESS_VARIABLES } from '../spec';
import { OBSERVER_VARIABLE } from './observer/report';

/** Our own variables that change what commands do, with how. */
export const OWN_VARIABLES: Readonly<Record<string, string>> = {
  SYNTHGATE_SNAPSHOTS: 'whether tests write snapshots',
  SYNTHGATE_OUTDIR: 'apps write their assembly there, as if the command line ran them',
};
const PREFIX = 'SYNTHGATE_';
const INTERNAL: readonly string[] = [...Object.values(OWN_PROCESS_VARIABLES), OBSERVER_VARIABLE];

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that look like ours and are not, with the nearest names. */
export function unknownVariables(environment: Environment): { readonly name: string; readonly known: string }[] {
  const names = Object.keys(OWN_VARIABLES);
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !names.includes(name) && !INTERNAL.includes(name));
  return unknown.map((name) => ({ name, known: suggestText(name, names) }));
}

/** A misspelled variable would have no effect. @throws OPTION_UNKNOWN */
export function refuseUnknownVariables(environment: Environment): void {
  const [first] = unknownVariables(environment);
  if (first !== undefined) throw new GatewayError('OPTION_UNKNOWN', { option: first.name, known: first.known });
}
