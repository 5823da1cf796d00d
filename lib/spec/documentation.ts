import * as z from 'zod';

/** Texts about a method, for documents and generated clients. Requests do not depend on them. */
export const methodDocumentationSchema = z.strictObject({
  summary: z.string().min(1).optional().describe('One line.'),
  description: z.string().min(1).optional().describe('The whole text; CommonMark.'),
  tags: z.array(z.string().min(1)).optional().describe('Groups of the method.'),
  deprecated: z.boolean().optional().describe('Whether callers should no longer use the method.'),
});

export type MethodDocumentationSpec = z.output<typeof methodDocumentationSchema>;

/** The description of a response in documents where the definition has none; API Gateway writes the same. */
export function defaultResponseDescription(status: string): string {
  return `${status} response`;
}
