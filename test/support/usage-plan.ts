import type * as z from 'zod';
import { gatewaySchema } from '../../lib/spec';

/** A plan as the spec has it. */
export const usagePlanSchema = gatewaySchema.shape.usagePlans.unwrap().valueType;

/** A plan as it may be written. */
export type UsagePlanInput = z.input<typeof usagePlanSchema>;
