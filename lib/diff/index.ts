export { compareSpecs, type SpecChange } from './compare-specs';
export { diffApis, type ApiFinding, type ApisDiff } from './diff-apis';
export { diffSpecs, semverOf, type DiffOptions, type Finding, type Semver, type SpecDiff } from './diff-specs';
export { CONSUMERS, LEVELS, type Consumer, type Level, type Rule } from './rule';
export { RULE_SET, RULES } from './rules';
