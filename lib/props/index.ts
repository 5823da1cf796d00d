export { type StructName } from './accepts';
export { replacementOf } from './cdk-names';
export { checkArgument, checkStruct, pickMembers } from './check';
export { locatedIssues, throwProblems, withoutConsequences, withSourceLines } from './located-issues';
export { type Checked, type Problem } from './problem';
export { currentSourceLine } from './source-lines';
export { acceptOptions, acceptProps, checkProps, collecting, declaredIssues, readOptions, readProps, reportIssue, type PropsClass } from './read-props';
