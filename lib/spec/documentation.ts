import * as z from 'zod';

const SUNSET = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The member that documents have for `sunset`: OpenAPI has none of its own. */
export const SUNSET_MEMBER = 'x-sunset';

/** Whether a value is a day as `sunset` has it. */
export function isSunset(value: unknown): value is string {
  return typeof value === 'string' && SUNSET.test(value);
}

/** Texts about a method, for documents and generated clients. Requests do not depend on them. */
export const methodDocumentationSchema = z.strictObject({
  summary: z.string().min(1).optional().describe('One line.'),
  description: z.string().min(1).optional().describe('The whole text; CommonMark.'),
  tags: z.array(z.string().min(1)).optional().describe('Groups of the method.'),
  deprecated: z.boolean().optional().describe('Whether callers should no longer use the method.'),
  sunset: z.string().regex(SUNSET, 'a day such as 2027-06-30').optional().describe('The day from which on the method may be gone.'),
});

export type MethodDocumentationSpec = z.output<typeof methodDocumentationSchema>;

/** The members that documents, and documentation parts on AWS, have for the texts about a method. */
export function documentationMembers({ sunset, ...texts }: Partial<MethodDocumentationSpec> = {}): Readonly<Record<string, unknown>> {
  return { ...texts, ...(sunset === undefined ? {} : { [SUNSET_MEMBER]: sunset }) };
}

/** The description of a response in documents where the definition has none; API Gateway writes the same. */
export function defaultResponseDescription(status: string): string {
  return `${status} response`;
}
