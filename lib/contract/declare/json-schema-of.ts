import { CONTRACT_USE_ERRORS } from '../../errors';
import { ContractError } from '../contract-error';
import type { Schema } from '../standard-schema';

/** JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The side of a schema: values before its transforms and defaults, or after. */
export type SchemaSide = 'input' | 'output';

/** The place of a schema, for messages. */
export interface SchemaPlace {
  readonly contract: string;
  readonly place: string;
  readonly side: SchemaSide;
}

/** The newest drafts first: what models cannot express is left out, and reported, by one converter for all libraries. */
const TARGETS = ['draft-2020-12', 'draft-07', 'openapi-3.0'];

/**
 * The JSON Schema that the schema's library writes.
 * @throws CONTRACT_SCHEMA_UNUSABLE
 * @see https://standardschema.dev/json-schema
 */
export function jsonSchemaOf(schema: Schema, { contract, place, side }: SchemaPlace): JsonSchema {
  const { vendor, ...standard } = schema['~standard'];
  const writer = 'jsonSchema' in standard ? standard.jsonSchema as Record<SchemaSide, (options: { target: string }) => JsonSchema> : undefined;
  if (writer === undefined) throw new ContractError('CONTRACT_SCHEMA_UNUSABLE', { contract, place, reason: `the schema of ${vendor} does not write any` }, CONTRACT_USE_ERRORS);
  let reason = '';
  for (const target of TARGETS) {
    try {
      // a copy: what Zod returns is a schema of Standard Schema again, which a model would ask for its input
      return { ...writer[side]({ target }) };
    } catch (error) {
      reason ||= error instanceof Error ? error.message : String(error);
    }
  }
  throw new ContractError('CONTRACT_SCHEMA_UNUSABLE', { contract, place, reason }, CONTRACT_USE_ERRORS);
}
