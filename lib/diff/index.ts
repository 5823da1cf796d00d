export { compareSpecs, type SpecChange } from './compare-specs';
export { diffSpecs, type DiffOptions, type Finding, type Semver, type SpecDiff } from './diff-specs';
export { CONSUMERS, LEVELS, type Consumer, type Level, type Rule } from './rule';
export { RULE_SET, RULES } from './rules';
