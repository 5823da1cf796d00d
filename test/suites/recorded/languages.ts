// Recorded functions that echo, in other languages than the JavaScript that they were recorded with.
import { goProgram } from '../go-program';
import type { ForeignFunction, RecordedFunction, Setup } from './recorded-case';

const PYTHON: Readonly<Record<string, string>> = {
  'proxy-echo': 'return {"statusCode": 200, "body": json.dumps(event, ensure_ascii=False), "isBase64Encoded": False}',
  'echo': 'return event',
  'return-parsed-body': 'return json.loads(event["body"])',
};

/** Handlers of test/support/functions/go-program. */
const GO: readonly string[] = ['proxy-echo', 'echo', 'return-parsed-body'];

/** By the name of the option: functions of these handlers exist in the language. */
const LANGUAGES: Readonly<Record<string, (handler: string) => ForeignFunction | undefined>> = {
  python: (handler) => {
    const body = PYTHON[handler];
    return body === undefined ? undefined : {
      runtime: 'python3.12', handler: 'app.handler', file: 'app.py', contents: `import json\n\n\ndef handler(event, context):\n    ${body}\n`,
    };
  },
  go: (handler) => GO.includes(handler) ? { runtime: 'provided.al2023', handler, file: 'bootstrap', contents: goProgram() } : undefined,
};

export const LANGUAGE_NAMES = Object.keys(LANGUAGES);

/** A setup whose functions are in the language where it has them; undefined where it has none of them. */
export function inLanguage(setup: Setup, language: string): Setup | undefined {
  const functions = Object.entries(setup.functions ?? {}).map(([name, fn]) => [name, foreignOf(fn, language)] as const);
  return functions.some(([, { foreign }]) => foreign !== undefined) ? { ...setup, functions: Object.fromEntries(functions) } : undefined;
}

function foreignOf(fn: RecordedFunction, language: string): RecordedFunction {
  const foreign = LANGUAGES[language]?.(fn.handler);
  return foreign === undefined ? fn : { ...fn, foreign };
}
