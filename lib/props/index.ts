export { replacementOf } from './cdk-names';
export { checkArgument, checkStruct, pickMembers, type Checked, type Problem, type StructName } from './check';
export { locatedIssues, throwProblems, withoutConsequences, withSourceLines } from './located-issues';
export { currentSourceLine } from './source-lines';
export { acceptOptions, acceptProps, checkProps, collecting, declaredIssues, readOptions, readProps, reportIssue, type PropsClass } from './read-props';
