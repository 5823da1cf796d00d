import * as z from 'zod';
import { isObject } from '../errors';

/**
 * The supported condition operators; each also with `IfExists`.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
const CONDITION_OPERATORS = [
  'StringEquals', 'StringNotEquals', 'StringEqualsIgnoreCase', 'StringNotEqualsIgnoreCase', 'StringLike', 'StringNotLike',
  'ArnEquals', 'ArnNotEquals', 'ArnLike', 'ArnNotLike', 'IpAddress', 'NotIpAddress', 'Bool', 'Null',
] as const;

export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** The supported condition keys, in lower case: keys are case-insensitive. */
const CONDITION_KEYS = [
  'aws:sourceip', 'aws:vpcsourceip', 'aws:sourcevpc', 'aws:sourcevpce', 'aws:useragent', 'aws:referer', 'aws:securetransport',
  'aws:principalarn', 'aws:principalaccount',
] as const;

export type ConditionKey = (typeof CONDITION_KEYS)[number];

/** A condition operator without its set operator and `IfExists`. */
export function plainOperator(text: string): string {
  return text.replace(/^(?:ForAllValues|ForAnyValue):(?!Null$)/, '').replace(/IfExists$/, '');
}

const operator = z.string().refine(
  (text) => (CONDITION_OPERATORS as readonly string[]).includes(plainOperator(text)),
  `a condition operator that is evaluated: ${CONDITION_OPERATORS.join(', ')}, each also with IfExists, ForAnyValue: or ForAllValues:`,
);
const key = z.string().refine(
  (text) => (CONDITION_KEYS as readonly string[]).includes(text.toLowerCase()),
  `a condition key that is evaluated: ${CONDITION_KEYS.join(', ')} (any case)`,
);
/** Every operator of the policy language; AWS refuses others. */
const anyOperator = z.string().regex(
  /^(ForAllValues:|ForAnyValue:)?((String(Not)?(Equals(IgnoreCase)?|Like)|Arn(Not)?(Equals|Like)|(Numeric|Date)((Not)?Equals|(Less|Greater)Than(Equals)?)|(Not)?IpAddress|Bool|BinaryEquals)(IfExists)?|Null)$/,
  'a condition operator, such as StringEquals',
);
const anyKey = z.string().regex(/^[^:\s]+:.+$/, 'a condition key, such as aws:SourceIp');
const texts = z.union([z.string(), z.array(z.string()).min(1)]);
const value = z.union([z.string(), z.boolean(), z.number()]);
const values = z.union([value, z.array(value).min(1)]);

const conditionSchema = z.record(operator, z.record(key, values)).superRefine(checkAddressRanges);
const anyConditionSchema = z.record(anyOperator, z.record(anyKey, values)).superRefine(checkAddressRanges);

function checkAddressRanges(condition: Readonly<Record<string, Readonly<Record<string, unknown>>>>, context: z.RefinementCtx): void {
  for (const [name, keys] of Object.entries(condition).filter(([operator]) => plainOperator(operator).endsWith('IpAddress'))) {
    for (const [about, ranges] of Object.entries(keys)) {
      for (const range of [ranges].flat().filter((address) => !isAddressRange(String(address)))) {
        context.addIssue({ code: 'custom', path: [name, about], message: `"${String(range)}" is not a valid address or address range` });
      }
    }
  }
}

/** The conditions of a statement that cannot be evaluated: `StringEquals aws:SourceArn`. */
export function unknownConditions(condition: StatementSpec['Condition'] = {}): string[] {
  const isKnown = (name: string, about: string): boolean => operator.safeParse(name).success && key.safeParse(about).success;
  return Object.entries(condition).flatMap(([name, keys]) =>
    Object.keys(keys).filter((about) => !isKnown(name, about)).map((about) => `${name} ${about}`));
}

const statementMembers = {
  Sid: z.string().optional().describe('For humans.'),
  Effect: z.enum(['Allow', 'Deny']).describe('A matching Deny overrides every Allow.'),
  Action: texts.optional().describe('Actions, with wildcards; execute-api:Invoke is the one that matters.'),
  NotAction: texts.optional().describe('All actions except these.'),
  Resource: texts.optional().describe('ARNs of methods, with wildcards; execute-api:/… stands for the API\'s own.'),
  NotResource: texts.optional().describe('All methods except these.'),
  Condition: conditionSchema.optional().describe('Operator, key, values; all must match.'),
};

/** A statement has exactly one of each pair. */
function isAboutSomething({ Action, NotAction, Resource, NotResource }: Partial<Record<keyof typeof statementMembers, unknown>>): boolean {
  return (Action === undefined) !== (NotAction === undefined) && (Resource === undefined) !== (NotResource === undefined);
}

const ABOUT = 'a statement with either Action or NotAction, and either Resource or NotResource';

const principal = z.union([z.literal('*'), z.strictObject({ AWS: texts.describe('ARNs or account ids, or *.') })]);
const statementSchema = z.strictObject(statementMembers).refine(isAboutSomething, ABOUT);
const resourceStatementSchema = z.strictObject({
  ...statementMembers,
  Condition: anyConditionSchema.optional().describe('Operator, key, values; all must match. What cannot be evaluated denies.'),
  Principal: principal.describe('Who calls: * or accounts, users and roles.'),
}).refine(isAboutSomething, ABOUT);

const version = z.enum(['2012-10-17', '2008-10-17']).default('2012-10-17').describe('Version of the policy language.');

/** A caller's policy: returned by a Lambda authorizer, or attached to a credential. */
export const policySchema = z.strictObject({
  Version: version,
  Id: z.string().optional().describe('For humans.'),
  Statement: z.union([z.array(statementSchema), statementSchema.transform((statement) => [statement])]),
});

/**
 * The resource policy of an API: who may call it from where. A condition that cannot be evaluated holds in a Deny only.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-resource-policies.html
 */
export const resourcePolicySchema = z.strictObject({
  Version: version,
  Id: z.string().optional().describe('For humans.'),
  Statement: z.array(resourceStatementSchema).min(1).describe('What is allowed and denied.'),
});

/** A policy with its statements in a list: the policy language takes one that is not in a list, too. */
export function withStatementList(policy: unknown): unknown {
  if (!isObject(policy) || !isObject(policy.Statement)) return policy;
  return { ...policy, Statement: [policy.Statement] };
}

export type PolicySpec = z.output<typeof policySchema>;
export type ResourcePolicySpec = z.output<typeof resourcePolicySchema>;
export type StatementSpec = z.output<typeof statementSchema> & { readonly Principal?: z.output<typeof principal> };

/** `192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32`, or a CDK token that resolves to one. */
function isAddressRange(text: string): boolean {
  if (text.includes('${token:')) return true;
  const [, address = '', bits] = /^([\da-fA-F:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const isV4 = /^\d{1,3}(\.\d{1,3}){3}$/.test(address) && address.split('.').every((part) => Number(part) <= 255);
  const isV6 = address.includes(':') && URL.canParse(`http://[${address}]/`);
  return (isV4 || isV6) && Number(bits ?? 0) <= (isV4 ? 32 : 128);
}
