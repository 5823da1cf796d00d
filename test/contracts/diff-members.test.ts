import { diffSpecs } from '../../lib/diff';
import { canonicalText, gatewaySchema, type GatewaySpec } from '../../lib/spec';
import { everyMember } from '../support/every-member';
import { DIFF_CASES } from '../support/diff/cases';
import { changedMembers, specMembers } from '../support/spec-members';

/** Members that callers do not notice, with the reason. A new member of the spec has a rule, or stands here. */
const UNNOTICED: Readonly<Record<string, string>> = {
  'format': 'the version of the format',
  'api.policy.Id': 'a name',
  'api.policy.Statement[].Sid': 'a name',
  'api.quotas.': 'what AWS allows the account',
  'api.deploymentTriggers': 'makes a deployment, and changes nothing in it',
  'functions.*.entry': 'code of functions: tests of the functions are about it',
  'functions.*.code': 'code of functions',
  'functions.*.external': 'code of functions',
  'functions.*.handler': 'code of functions',
  'functions.*.runtime': 'code of functions',
  'functions.*.architecture': 'code of functions',
  'functions.*.environment': 'read by the code of functions',
  'functions.*.logging.': 'log lines',
  'functions.*.logicalId': 'names in templates',
  'functions.*.constructPath': 'names in templates',
  'functions.*.deadLetter.': 'events that nobody waits for',
  'functions.*.onFailure': 'events that nobody waits for',
  'resources.*.methods.*.integration<unavailable>.awsType': 'for route tables',
  'stages.*.methodSettings.*.loggingLevel': 'log lines',
  'stages.*.methodSettings.*.metricsEnabled': 'metrics',
};

const { sayable, local, http, webSocket } = everyMember();

const isUnnoticed = (at: string): boolean => Object.keys(UNNOTICED)
  .some((prefix) => at === prefix || (prefix.endsWith('.') && at.startsWith(prefix)) || at.startsWith(`${prefix}<`));

/** The type of a kind changes with the whole kind. */
const isType = (at: string): boolean => at.endsWith('>.type');

/** The members for which some changed value has a finding, there or back. */
function noticed(specs: readonly GatewaySpec[], known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const members = new Set(known);
  for (const spec of specs) {
    for (const { at, spec: changed } of changedMembers(spec, (place) => !members.has(place))) {
      if (members.has(at)) continue;
      const reading = gatewaySchema.safeParse(changed);
      if (!reading.success || canonicalText(reading.data) === canonicalText(spec)) continue;
      if (diffSpecs(spec, reading.data).findings.length > 0 || diffSpecs(reading.data, spec).findings.length > 0) members.add(at);
    }
  }
  return members;
}

const inWholeDefinitions = noticed([sayable, local, http, webSocket]);
// where they have nothing that uses a member
const known = new Set([...inWholeDefinitions, ...specMembers().filter((at) => isUnnoticed(at) || isType(at))]);
const inCases = noticed(DIFF_CASES.flatMap(({ before, after }) => [before, after]), known);
const covered = new Set([...inWholeDefinitions, ...inCases]);

test('a change of each member has a rule, or the member is one that callers do not notice', () => {
  expect(specMembers().filter((at) => !covered.has(at) && !isUnnoticed(at) && !isType(at))).toEqual([]);
});

test('the list of members that callers do not notice has no other', () => {
  expect([...inWholeDefinitions].filter(isUnnoticed)).toEqual([]);
});

test('a definition has no difference from itself', () => {
  for (const spec of [sayable, local, http, webSocket, ...DIFF_CASES.flatMap(({ before, after }) => [before, after])]) {
    expect(diffSpecs(spec, gatewaySchema.parse(JSON.parse(JSON.stringify(spec))))).toMatchObject({ findings: [], semver: 'none' });
  }
});

test('a change is a finding in both directions, or in none', () => {
  const isSilent = (before: GatewaySpec, after: GatewaySpec): boolean => diffSpecs(before, after).findings.length === 0;
  const silent = DIFF_CASES.filter(({ before, after }) => isSilent(before, after) !== isSilent(after, before));
  expect(silent.map(({ name }) => name)).toEqual([]);
});
