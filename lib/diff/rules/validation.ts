import { describeIntegration, type GatewaySpec, type MethodSpec } from '../../spec';
import { own, without } from '../compare-values';
import { family, hitIfChanged, type Hit } from '../rule';
import type { Pair, Sides } from '../sides';

type Code =
  | 'parameter-added-required' | 'parameter-became-required' | 'parameter-removed' | 'parameter-added' | 'validation-added' | 'validation-removed'
  | 'content-type-unchecked' | 'request-media-type-removed' | 'request-media-type-added' | 'passthrough-narrowed' | 'passthrough-widened';

/** Request validation: which parameters and bodies the gateway asks for before it calls anything. */
export const validation = family<Code>({
  'parameter-added-required': {
    level: 'breaking', otherLevels: ['behavior'], when: 'A required header, query parameter or path parameter is declared.',
    why: 'Requests without it get 400.', noticedBy: ['http', 'typed'],
    instead: 'Declare it as optional, and let the handler supply what is missing.',
  },
  'parameter-became-required': {
    level: 'breaking', otherLevels: ['behavior'], when: 'An optional parameter is required.', why: 'Requests without it get 400.',
    noticedBy: ['http', 'typed'], instead: 'Keep it optional until the access log shows that every caller sends it.',
  },
  'parameter-removed': {
    level: 'behavior', when: 'A parameter is no longer declared.',
    why: 'Mappings and cache keys no longer see it; generated clients lose it.', noticedBy: ['typed', 'handler'],
    instead: 'Keep the declaration while anything reads it.',
  },
  'parameter-added': {
    level: 'cosmetic', when: 'An optional parameter is declared, or a required one became optional.', why: 'Requests stay valid.',
    noticedBy: ['typed'],
  },
  'validation-added': {
    level: 'breaking', when: 'A request validator checks what nothing checked.', why: 'Requests that the function accepted get 400.',
    noticedBy: ['http'], instead: 'Log what the model would refuse before attaching the validator.',
  },
  'validation-removed': {
    level: 'security', when: 'A request validator is gone, or checks less.', why: 'Input reaches the function unchecked.',
    noticedBy: ['handler'], instead: 'Validate in the handler before the validator goes.',
  },
  'content-type-unchecked': {
    level: 'security', when: 'A media type lost its model while a validator is attached.',
    why: 'Bodies of that type are not validated any more.', noticedBy: ['handler'],
    instead: 'Refuse the media type: set passthroughBehavior to NEVER.',
  },
  'request-media-type-removed': {
    level: 'behavior', when: 'A media type of requests is no longer declared, and nothing checks bodies.',
    why: 'Callers that send it do what is not described any more.', noticedBy: ['http', 'typed', 'handler'],
    instead: 'Keep the media type while callers send it.',
  },
  'request-media-type-added': {
    level: 'cosmetic', when: 'A media type of requests is declared, and nothing checks bodies.', why: 'Requests stay as they were.',
    noticedBy: ['typed'],
  },
  'passthrough-narrowed': {
    level: 'breaking', when: 'Bodies without a template are refused (passthroughBehavior).', why: 'Their callers get 415.',
    noticedBy: ['http'], instead: 'Add a template for each media type in use first.',
  },
  'passthrough-widened': {
    level: 'behavior', when: 'Bodies without a template are passed on (passthroughBehavior).',
    why: 'The backend receives bodies that no template has shaped.', noticedBy: ['handler'],
    instead: 'Make sure that the backend validates them.',
  },
}, (sides) => sides.pairs.flatMap((pair) => [...parameters(pair, sides), ...validators(pair, sides), ...passthrough(pair)]));

export function checksOf({ requestValidator }: MethodSpec,
  { requestValidators }: GatewaySpec): { readonly body: boolean; readonly parameters: boolean } {
  const validator = requestValidator === undefined ? undefined : own(requestValidators, requestValidator);
  return { body: validator?.validateRequestBody ?? false, parameters: validator?.validateRequestParameters ?? false };
}

/** Whether the body of a POST must be JSON, on both sides; undefined if that is not for the API to say. */
function requiresJson({ before, after, served }: Pair, { before: { api: then }, after: { api: now } }: Sides): readonly [boolean,
  boolean] | undefined {
  const isAsked = [before, after].every(({ method }) => describeIntegration(method.integration).requiresJsonBody);
  return isAsked && served.includes('POST') ? [then.jsonBodyValidation === 'always', now.jsonBodyValidation === 'always'] : undefined;
}

const DECLARED = 'method.request.';

/** Parameters that API Gateway does not know, and so never checks. */
const DOCUMENTED = /^method\.request\.(cookie\.|form\.|body$)/;

function parameters({ subject, after, described }: Pair, sides: Sides): Hit<Code>[] {
  const [then, now] = [described[0].requestParameters, described[1].requestParameters];
  const checks = checksOf(after.method, sides.after);
  const unless = { level: 'behavior' as const, why: 'No validator checks it: it is only documented.' };
  const part = (name: string): string => name.slice(DECLARED.length).replace('.', ' ');
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].sort();
  return names.flatMap((name): Hit<Code>[] => {
    const [was, is] = [own(then, name), own(now, name)];
    const isPath = name.startsWith(`${DECLARED}path.`); // always present
    const hit = { subject, part: part(name), before: was === undefined ? undefined : { required: was }, after: is === undefined
      ? undefined : { required: is } };
    // a validator of bodies refuses those that are missing, whatever the document says
    if (was === is || (name === `${DECLARED}body` && checks.body)) return [];
    if (is === undefined) return [{ ...hit, rule: 'parameter-removed' }];
    if (!is || isPath) return [{ ...hit, rule: 'parameter-added' }];
    return [{ ...hit, ...(checks.parameters && !DOCUMENTED.test(name) ? {} : unless), rule: was === undefined ? 'parameter-added-required' : 'parameter-became-required' }];
  });
}

function validators(pair: Pair, sides: Sides): Hit<Code>[] {
  const { subject, before, after } = pair;
  const [then, now] = [checksOf(before.method, sides.before), checksOf(after.method, sides.after)];
  const hasModels = (method: MethodSpec): boolean => Object.keys(method.requestModels).length > 0;
  const [hadBody, hasBody] = [then.body && hasModels(before.method), now.body && hasModels(after.method)];
  const required = (method: MethodSpec): boolean =>
    Object.entries(method.requestParameters).some(([name, needed]) => needed && !name.startsWith(`${DECLARED}path.`));
  const [hadParameters, hasParameters] = [then.parameters && required(before.method), now.parameters && required(after.method)];
  const [hadJson, hasJson] = requiresJson(pair, sides) ?? [false, false];
  const changed = (part: string, was: boolean, is: boolean): Hit<Code>[] =>
    hitIfChanged({ rule: is ? 'validation-added' : 'validation-removed', subject, part, before: was, after: is });
  // new required parameters have a finding of their own
  const isStillRequired = required(before.method) && required(after.method);
  return [
    ...changed('body', hadBody, hasBody),
    ...(isStillRequired ? changed('parameters', hadParameters, hasParameters) : []),
    ...(hadBody || hasBody ? [] : changed('JSON', hadJson, hasJson)),
    ...(hadBody && hasBody ? mediaTypes(subject, before.method, after.method) : []),
    ...(hadBody || hasBody ? [] : declaredMediaTypes(pair)),
  ];
}

function mediaTypes(subject: string, before: MethodSpec, after: MethodSpec): Hit<Code>[] {
  const [then, now] = [Object.keys(before.requestModels), Object.keys(after.requestModels)];
  return [
    ...without(then, now).map((type): Hit<Code> =>
      ({ rule: 'content-type-unchecked', subject, part: `request ${type}`, before: before.requestModels[type], after: undefined })),
    ...without(now, then).map((type): Hit<Code> =>
      ({ rule: 'validation-added', subject, part: `request ${type}`, before: undefined, after: after.requestModels[type] })),
  ];
}

function declaredMediaTypes({ subject, described: [before, after] }: Pair): Hit<Code>[] {
  const [then, now] = [Object.keys(before.requestModels), Object.keys(after.requestModels)];
  return [
    ...without(then, now).map((type): Hit<Code> =>
      ({ rule: 'request-media-type-removed', subject, part: `request ${type}`, before: type, after: undefined })),
    ...without(now, then).map((type): Hit<Code> => ({ rule: 'request-media-type-added', subject, part: `request ${type}`, before: undefined, after: type })),
  ];
}

const WIDTH: Readonly<Record<string, number>> = { NEVER: 0, WHEN_NO_TEMPLATES: 1, WHEN_NO_MATCH: 2 };

function passthrough({ subject, before, after }: Pair): Hit<Code>[] {
  const [then, now] = [before.method.integration, after.method.integration]
    .map((integration) => ('passthroughBehavior' in integration ? integration.passthroughBehavior : undefined));
  if (then === undefined || now === undefined || then === now) return [];
  const isNarrower = (WIDTH[now] ?? 0) < (WIDTH[then] ?? 0);
  const rule = isNarrower ? 'passthrough-narrowed' : 'passthrough-widened';
  return [{ rule, subject, part: 'passthroughBehavior', before: then, after: now }];
}
