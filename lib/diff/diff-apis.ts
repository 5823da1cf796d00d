import type { GatewaySpec } from '../spec';
import { diffSpecs, findingOf, semverOf, sortFindings, type DiffOptions, type Finding, type Semver } from './diff-specs';
import { RULE_SET } from './rules';

/** A change, and the API that it is in. */
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
