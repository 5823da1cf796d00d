import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** `Stage.variables`, `Stage.MethodSetting.cachingEnabled`: all that CloudFormation can say, by the CDK's types, which are made from it. */
export function propertiesOfCloudFormation(service: 'apigateway' | 'apigatewayv2' = 'apigateway'): string[] {
  const file = path.resolve(__dirname, '..', '..', 'node_modules', 'aws-cdk-lib', `aws-${service}`, 'lib', `${service}.generated.d.ts`);
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
  const names = new Set<string>();
  const visit = (node: ts.Node, owner: string): void => {
    if (ts.isModuleDeclaration(node)) ts.forEachChild(node, (child) => visit(child, node.name.text.replace(/^Cfn/, '')));
    else if (ts.isModuleBlock(node)) ts.forEachChild(node, (child) => visit(child, owner));
    else if (ts.isInterfaceDeclaration(node)) addMembers(node, owner);
  };
  const addMembers = (node: ts.InterfaceDeclaration, owner: string): void => {
    const type = owner === '' ? /^Cfn(\w+)Props$/.exec(node.name.text)?.[1] : `${owner}.${node.name.text.replace(/Property$/, '')}`;
    if (type === undefined) return;
    for (const member of node.members) {
      if (ts.isPropertySignature(member) && ts.isIdentifier(member.name)) names.add(`${type}.${member.name.text}`);
    }
  };
  ts.forEachChild(source, (node) => visit(node, ''));
  return [...names].sort();
}
