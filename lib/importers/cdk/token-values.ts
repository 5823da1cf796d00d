import path from 'node:path';
import { tokensIn } from '../../spec';
import type { TemplateOptions } from '../imported-source';
import { evaluate } from '../template/evaluate';
import { impliedAttribute, impliedReference } from '../template/implied-values';
import type { NamedResource } from '../template/physical-values';
import type { ResourceValues } from '../template/stack';
import { textOf } from '../value';
import { readStacks } from './cloud-assembly';

/** What our constructs became in the templates of a cloud assembly. Resources are `<template file>/<logical id>`. */
export interface RenderedReferences {
  /** The id of each API. */
  readonly apis: Readonly<Record<string, string>>;
  /** The name that each function has in the specs. */
  readonly functions: Readonly<Record<string, string>>;
  /** What each token of the specs is in a template. */
  readonly tokens: Readonly<Record<string, { readonly template: string; readonly value: unknown }>>;
}

/**
 * The values of tokens that the templates of a cloud assembly say: literal names and what is made from them, values of parameters, ids of
 * APIs and names of functions, which are those that these have here. Nothing is made up: other tokens have no value.
 */
export function impliedTokenValues(
  cloudAssembly: string, references: RenderedReferences, options: TemplateOptions,
): Record<string, string> {
  const stacks = readStacks(cloudAssembly, options, valuesHere(references));
  return Object.fromEntries(Object.entries(references.tokens).flatMap(([name, { template, value }]) => {
    const stack = stacks.all.find(({ source }) => path.basename(source.document.file) === template);
    const found = stack === undefined ? undefined : textOf(evaluate(value, stack, ['Tokens', name]));
    return found === undefined || found.includes('{{resolve:') || tokensIn(found).length > 0 ? [] : [[name, found]];
  }));
}

function valuesHere({ apis, functions }: RenderedReferences): ResourceValues {
  const keyOf = ({ template, logicalId }: NamedResource): string => `${path.basename(template)}/${logicalId}`;
  const named = (resource: NamedResource): NamedResource => {
    const name = functions[keyOf(resource)];
    return name === undefined ? resource : { ...resource, property: (property) => (property === 'FunctionName' ? name : resource.property(property)) };
  };
  return {
    reference: (resource) => (resource.type === 'AWS::ApiGateway::RestApi' ? apis[keyOf(resource)] : impliedReference(named(resource))),
    attribute: (resource, attribute) => (attribute === 'RestApiId' ? apis[keyOf(resource)] : impliedAttribute(named(resource), attribute)),
  };
}
