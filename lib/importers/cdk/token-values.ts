import path from 'node:path';
import { stableId, tokensIn } from '../../spec';
import type { DeployedFunctions, TemplateOptions } from '../imported-source';
import {
  localAttribute, localReference, nameProperty, rootResourceId, type LocalValue, type NamedResource,
} from '../template/physical-values';
import type { ResourceValues } from '../template/stack';
import type { Stacks } from '../template/stacks';
import { memberOf, textOf } from '../value';
import { readStacks } from './cloud-assembly';

/** Our constructs in the templates of a cloud assembly. Resources are named `<template file>/<logical id>`. */
export interface RenderedReferences {
  /** The id of each API. */
  readonly apis: Readonly<Record<string, string>>;
  /** The name that each function has in the specs. */
  readonly functions: Readonly<Record<string, string>>;
  /** The value of each token of the specs, as its template has it. */
  readonly tokens: Readonly<Record<string, { readonly template: string; readonly value: unknown }>>;
}

/** The values that tokens have here. */
export interface ImpliedValues {
  readonly values: Readonly<Record<string, string>>;
  /** Names of those that are made up, wholly or in part. */
  readonly local: readonly string[];
  /** Functions that are part of a deployed stack of the options. @default - none */
  readonly deployedFunctions?: DeployedFunctions;
}

/**
 * The values of tokens by the templates of a cloud assembly: literal names and what is made from them, values of parameters, ids of APIs
 * and names of functions, which are those that these have here, and local names of all else that has a name. Other tokens have no value.
 */
export function impliedTokenValues(
  cloudAssembly: string, references: RenderedReferences, options: TemplateOptions,
): ImpliedValues {
  const stacks = readStacks(cloudAssembly, { ...options, tokenValues: {} }, valuesHere(references, givenNames(references, options)));
  const values: Record<string, string> = {};
  const local: string[] = [];
  for (const [name, { template, value }] of Object.entries(references.tokens)) {
    const stack = stacks.all.find(({ source }) => path.basename(source.document.file) === template);
    if (stack === undefined) continue;
    const { value: result, madeUp } = stacks.evaluate(stack, value, ['Tokens', name]);
    const text = textOf(result);
    if (text === undefined || text.includes('{{resolve:') || tokensIn(text).length > 0) continue;
    values[name] = text;
    if (madeUp.length > 0) local.push(name);
  }
  return { values, local, deployedFunctions: deployedAmong(references, stacks) };
}

function deployedAmong({ functions }: RenderedReferences, stacks: Stacks): DeployedFunctions {
  return Object.fromEntries(Object.entries(functions).flatMap(([key, name]) => {
    const [template = '', logicalId = ''] = key.split('/');
    const stack = stacks.all.find(({ source }) => path.basename(source.document.file) === template)?.source.deployed;
    return stack === undefined ? [] : [[name, { stack: stack.name, account: stack.account, region: stack.region, logicalId }]];
  }));
}

/** Names that are given for resources: their ARNs are made from these. */
function givenNames({ tokens }: RenderedReferences, { tokenValues = {} }: TemplateOptions): ReadonlyMap<string, string> {
  return new Map(Object.entries(tokenValues).flatMap(([name, physicalName]): [string, string][] => {
    const token = Object.hasOwn(tokens, name) ? tokens[name] : undefined;
    const logicalId = textOf(memberOf(token?.value, 'Ref'));
    const isName = !/^(?:arn|https?):/.test(physicalName);
    return token === undefined || logicalId === undefined || !isName ? [] : [[`${token.template}/${logicalId}`, physicalName]];
  }));
}

function valuesHere({ apis, functions }: RenderedReferences, physicalNames: ReadonlyMap<string, string>): ResourceValues {
  const keyOf = ({ template, logicalId }: NamedResource): string => `${path.basename(template)}/${logicalId}`;
  const named = (resource: NamedResource): NamedResource => {
    const name = functions[keyOf(resource)] ?? physicalNames.get(keyOf(resource));
    const property: NamedResource['property'] = (member) => (member === nameProperty(resource.type) ? name : resource.property(member));
    return name === undefined ? resource : { ...resource, property };
  };
  const ids = apiIds((resource) => apis[keyOf(resource)]);
  return {
    reference: (resource) => ids.reference(resource) ?? localReference(named(resource)),
    attribute: (resource, attribute) => ids.attribute(resource, attribute) ?? localAttribute(named(resource), attribute),
  };
}

/** Ids of our APIs and their resources: those that requests see. @param idOf - the id of an API of ours */
function apiIds(idOf: (resource: NamedResource) => string | undefined): ResourceValues {
  const here = (value: string): LocalValue => ({ value, isMadeUp: false });
  /** Paths of resources by id. The path of a parent is known once its id has been evaluated. */
  const paths = new Map<string, string>();
  const resource = (api: string, at: string): LocalValue => {
    const id = at === '/' ? rootResourceId(api) : stableId(`${api}${at}`);
    paths.set(id, at);
    return here(id);
  };
  const reference = (target: NamedResource): LocalValue | undefined => {
    const { type, property } = target;
    const own = idOf(target);
    if (own !== undefined) return here(own);
    if (type !== 'AWS::ApiGateway::Resource') return undefined;
    const api = textOf(property('RestApiId'));
    const parent = paths.get(textOf(property('ParentId')) ?? '');
    const part = textOf(property('PathPart'));
    return api === undefined || parent === undefined || part === undefined ? undefined : resource(api, `${parent === '/' ? '' : parent}/${part}`);
  };
  return {
    reference,
    attribute: (target, attribute) => {
      const api = idOf(target);
      if (api !== undefined && attribute === 'RootResourceId') return resource(api, '/');
      return /^(?:RestApiId|ResourceId)$/.test(attribute) ? reference(target) : undefined;
    },
  };
}
