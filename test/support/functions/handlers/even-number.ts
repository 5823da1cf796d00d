import { z } from 'zod';
import { contract, handle } from '../../../../lib/contract';

const Even = z.object({ n: z.number().int().refine((n) => n % 2 === 0, 'must be even') });

/** A contract of which a model can say the half. */
export const evenNumber = contract('POST /even', { body: Even, responses: { 200: Even } });

export const handler = handle(evenNumber, ({ body }) => ({ status: 200, body }));
