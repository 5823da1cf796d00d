import * as z from 'zod';
import { LIMITS } from './limits';

/** `latest`, or the fingerprint of an earlier deployment that the stage is pinned to. */
export const deploymentReferenceSchema = z.union([z.literal('latest'), z.string().regex(/^[0-9a-f]{64}$/, '`latest` or a fingerprint of 64 hexadecimal digits')]);

const variableName = z.string().regex(/^[A-Za-z0-9_]+$/, 'letters, digits and _').max(LIMITS.stageVariableNameLength.max);
const variableValue = z
  .string()
  .regex(/^([A-Za-z0-9\-._~:/?#&=,]|\$\{token:[^}]+\})*$/, 'characters A-Z a-z 0-9 - . _ ~ : / ? # & = ,')
  .max(LIMITS.stageVariableValueLength.max);

/** Stage variables by name. */
export const stageVariablesSchema = z.record(variableName, variableValue);
