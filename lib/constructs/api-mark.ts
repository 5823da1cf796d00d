import type { IConstruct } from 'constructs';
import type { Api, IApi } from './api';

const MARK = Symbol.for('synthgate.Api');

/** Marks a construct as an API. */
export function markApi(api: IConstruct): void {
  Object.defineProperty(api, MARK, { value: true });
}

/** Whether a value is an API, including one of another copy of this library. */
export function isMarkedApi(value: unknown): value is Api {
  return typeof value === 'object' && value !== null && MARK in value;
}

/** The API above a construct. */
export function apiAbove(construct: IConstruct): IApi | undefined {
  return [...construct.node.scopes].reverse().find(isMarkedApi);
}
