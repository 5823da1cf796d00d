import * as z from 'zod';

/** The runtime that a function in a container image has in a spec. */
export const IMAGE_RUNTIME = 'image';

/** The only file in the code of a function in a container image. */
export const IMAGE_FILE = 'image.json';

/** Programs that run containers, the most common first. */
export const CONTAINER_ENGINES = ['docker', 'podman', 'finch', 'nerdctl'] as const;

export type ContainerEngine = (typeof CONTAINER_ENGINES)[number];

const words = z.array(z.string());

/** An image of this machine, and how a container of it is started. */
export const imageCodeSchema = z.strictObject({
  engine: z.enum(CONTAINER_ENGINES).describe('The program that has the image.'),
  image: z.string().regex(/^[A-Za-z0-9][\w./:@-]*$/).describe('Its id.'),
  network: z.enum(['host', 'machine']).describe('Whether containers are on the network of this system, or of a virtual machine on it.'),
  entryPoint: words.min(1).optional().describe('In place of the image\'s own.'),
  command: words.optional().describe('In place of the image\'s own.'),
  workingDirectory: z.string().min(1).optional().describe('In place of the image\'s own.'),
});

export type ImageCode = z.output<typeof imageCodeSchema>;
