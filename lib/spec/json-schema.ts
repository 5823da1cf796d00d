import * as z from 'zod';
import { gatewaySchema } from './gateway';

/** JSON Schema (draft 2020-12) of a spec as it may be written: editors complete and check spec files with it. */
export function specJsonSchema(): unknown {
  return {
    ...z.toJSONSchema(gatewaySchema, { io: 'input', unrepresentable: 'any' }),
    $id: 'https://synthgate.dev/schema/gateway-1.json',
    title: 'synthgate gateway spec',
  };
}
