import { createHash } from 'node:crypto';
import { canonicalText, type GatewaySpec } from '../spec';
import { LEVELS, type Consumer, type Hit, type Level } from './rule';
import { FAMILIES, RULE_SET, RULES } from './rules';
import { sidesOf, type SideOptions } from './sides';

/** A change that somebody may notice. */
export interface Finding {
  readonly rule: string;
  readonly level: Level;
  /** The node that it is listed under: `POST /orders`, `stage prod`. */
  readonly subject: string;
  /** The subject, and where in it: `POST /orders request application/json /name`. */
  readonly location: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly why: string;
  /** A value that was accepted, and is not now; in responses the other way round. */
  readonly witness?: unknown;
  /** Identifies the change: twelve hexadecimal digits, from rule, location and both values, not from texts. */
  readonly fingerprint: string;
}

/** The next version that a change asks for. */
export type Semver = 'major' | 'minor' | 'patch' | 'none';

/** The changes of a definition. */
export interface SpecDiff {
  /** Version of the rules. */
  readonly ruleSet: string;
  readonly semver: Semver;
  /** Worst first, and below that by subject. */
  readonly findings: readonly Finding[];
}

export interface DiffOptions extends SideOptions {
  /** The parties whose findings are wanted. Security is wanted by all. @default - all */
  readonly consumers?: readonly Consumer[] | undefined;
}

/**
 * Returns what a change of a definition does to callers: each finding has a rule, a level, a location and both values.
 * @example diffSpecs(before, after).findings.filter(({ level }) => level === 'breaking')
 */
export function diffSpecs(before: GatewaySpec, after: GatewaySpec, options: DiffOptions = {}): SpecDiff {
  const sides = sidesOf(before, after, options);
  const findings = FAMILIES.flatMap(({ find }) => find(sides)).map(findingOf).filter((finding) => isWanted(finding, options));
  const unique = [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
  const sorted = sortFindings(unique);
  return { ruleSet: RULE_SET, semver: semverOf(sorted), findings: sorted };
}

/** Worst first, and below that by location. */
function sortFindings<Sorted extends Finding>(findings: readonly Sorted[]): Sorted[] {
  return [...findings].sort((left, right) =>
    LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level) || compare(left.location, right.location) || compare(left.rule, right.rule));
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function findingOf({ rule, subject, part, before, after, level, why, hidden, ...hit }: Hit): Finding {
  const known = RULES[rule];
  const location = part === undefined ? subject : `${subject} ${part}`;
  return {
    rule, level: level ?? known?.level ?? 'breaking', subject, location,
    ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }),
    why: why ?? known?.why ?? '', ...('witness' in hit ? { witness: hit.witness } : {}),
    fingerprint: createHash('sha256').update(canonicalText({ rule, location, before, after, hidden })).digest('hex').slice(0, 12),
  };
}

function isWanted({ rule, level }: Finding, { consumers }: DiffOptions): boolean {
  return consumers === undefined || level === 'security'
    || (RULES[rule]?.noticedBy.some((consumer) => consumers.includes(consumer)) ?? true);
}

/** Breaking changes ask for a major version, behavior and new routes for a minor one. */
export function semverOf(findings: readonly Finding[]): Semver {
  if (findings.some(({ level }) => level === 'breaking')) return 'major';
  if (findings.some(({ level, rule }) => level === 'behavior' || rule === 'route-added')) return 'minor';
  return findings.length > 0 ? 'patch' : 'none';
}

export interface ApiFinding extends Finding {
  readonly api: string;
}

/** The changes of all APIs of a project. */
export interface ApisDiff {
  readonly ruleSet: string;
  readonly semver: Semver;
  readonly findings: readonly ApiFinding[];
}

/** Compares the APIs of a project: those of one name or id, and the only ones of both sides. */
export function diffApis(before: readonly GatewaySpec[], after: readonly GatewaySpec[], options: DiffOptions = {}): ApisDiff {
  const partners = new Map(before.map((spec) => [spec, partnerOf(spec, before, after)]));
  const known = new Set(partners.values());
  const changed = [...partners].flatMap(([spec, partner]): ApiFinding[] => {
    const api = (partner ?? spec).api.name;
    if (partner !== undefined) return diffSpecs(spec, partner, options).findings.map((finding) => ({ api, ...finding }));
    return [{ api, ...findingOf({ rule: 'api-removed', subject: `API ${api}`, before: api, after: undefined }) }];
  });
  const added = after.filter((spec) => !known.has(spec)).map(({ api: { name } }): ApiFinding => (
    { api: name, ...findingOf({ rule: 'api-added', subject: `API ${name}`, before: undefined, after: name }) }
  ));
  const findings = sortFindings([...changed, ...added]);
  return { ruleSet: RULE_SET, semver: semverOf(findings), findings };
}

function partnerOf(spec: GatewaySpec, before: readonly GatewaySpec[], after: readonly GatewaySpec[]): GatewaySpec | undefined {
  const [only] = after;
  if (before.length === 1 && after.length === 1) return only;
  const isTaken = ({ api }: GatewaySpec): boolean => before.some((other) => other !== spec && other.api.name === api.name);
  return after.find(({ api }) => api.name === spec.api.name) ?? after.find((other) => other.api.id === spec.api.id && !isTaken(other));
}
