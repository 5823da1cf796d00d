import { App, Stack, type AppProps, type StackProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import path from 'node:path';
import { ProxyFunction, type ProxyFunctionProps } from '../../lib/aws';
import type { Construct } from 'constructs';

/** The code of `newFunction`. */
export const FUNCTION_CODE = path.resolve(__dirname, 'functions', 'handlers', 'package-module');

/** A resource of a template. */
export interface TemplateResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
}

/** A stack in an app of its own. */
export function newStack(id = 'Shop', props: StackProps & { readonly app?: AppProps } = {}): Stack {
  return new Stack(new App(props.app), id, props);
}

/** A function whose code is copied as it is, so that nothing is bundled. */
export function newFunction(scope: Construct, id = 'Fn', props: Partial<ProxyFunctionProps> = {}): ProxyFunction {
  return new ProxyFunction(scope, id, { code: FUNCTION_CODE, handler: 'index.handler', ...props });
}

/** The resources of a stack by logical id. */
export function resourcesOf(stack: Stack): Readonly<Record<string, TemplateResource>> {
  return (Template.fromStack(stack).toJSON() as { Resources: Record<string, TemplateResource> }).Resources;
}

/** The resources of a type, without `AWS::ApiGateway::` where it has that. */
export function resourcesOfType(stack: Stack, type: string): readonly TemplateResource[] {
  const full = type.includes('::') ? type : `AWS::ApiGateway::${type}`;
  return Object.values(resourcesOf(stack)).filter((resource) => resource.Type === full);
}
