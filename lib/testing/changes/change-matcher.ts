import * as z from 'zod';
import { LEVELS, type ApiFinding, type Level } from '../../diff';
import { GatewayError } from '../../errors';
import { described, readOptions, text, type Option } from '../../runtime';
import { snapshotTexts } from '../snapshots/match-snapshot';
import { changesSince } from './changes-since';

/** The former definition that `toHaveNo` compares with. */
export interface ChangeOptions {
  /** A revision of the repository, such as `main`, or a file with a definition. @default HEAD */
  readonly since?: string;
  /** Directory of the project, with its configuration and `synthgate.accepted.json`. @default - the working directory */
  readonly directory?: string;
}

const OPTIONS = {
  since: { ...text(), isSecret: false },
  directory: { ...text(), isSecret: false },
} satisfies { readonly [Name in keyof ChangeOptions]-?: Option };

const LEVEL = { levels: { ...described(`one or several of ${LEVELS.join(', ')}`,
  (expected) => z.union([z.enum(LEVELS), z.array(z.enum(LEVELS)).min(1)], expected)), isSecret: false } };

/** @throws OPTION_UNKNOWN, OPTION_INVALID, TEST_SUBJECT_INVALID, TEST_COMPARISON_FAILED */
export function compareWithFormer(received: unknown, levels: Level | readonly Level[], options: ChangeOptions = {}) {
  const { levels: wanted } = readOptions(LEVEL, { levels });
  const { since = 'HEAD', directory = process.cwd() } = readOptions(OPTIONS, options);
  const { apiName, texts } = snapshotTexts(received);
  if (wanted === undefined) throw new GatewayError('OPTION_INVALID', { option: 'levels', given: String(levels), allowed: LEVELS.join(', ') });
  const names = [wanted].flat();
  const changes = changesSince({ definition: texts.json, apiName, since, directory })
    .filter(({ level }) => names.some((name) => name === level));
  const title = `changes of ${apiName} since ${since}: ${names.join(', ')}`;
  return {
    pass: changes.length === 0,
    message: (): string => (changes.length === 0 ? `expected ${title}; there are none` : [`expected no ${title}`, '', ...changes.map(lineOf), '',
      `Accept one: npx synthgate diff ${since} --accept <fingerprint> --reason <text>`].join('\n')),
  };
}

function lineOf({ level, rule, location, before, after, why, fingerprint }: ApiFinding): string {
  return `${level} ${rule}  ${location}: ${JSON.stringify(before) ?? 'none'} → ${JSON.stringify(after) ?? 'none'}\n  ${why} [${fingerprint}]`;
}
