export { compareSpecs, type SpecChange } from './compare-specs';
export { diffApis, diffSpecs, semverOf, type ApiFinding, type ApisDiff, type DiffOptions, type Finding, type Semver, type SpecDiff } from './diff-specs';
export { CONSUMERS, LEVELS, type Consumer, type Level, type Rule } from './rule';
export { RULE_SET, RULES } from './rules';
