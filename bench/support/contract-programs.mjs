// The same API of many routes, declared, handled and called: with contracts, with types written by hand, and with peers. A third of the
// routes are GET with two path parameters, a third GET with a query of five members, and a third POST with a nested body of twelve.

/** Routes of one file. A peer whose type covers a whole router gets a router for each file, as its documentation advises. */
const PER_FILE = 10;

const SCHEMAS = {
  params: 'z.object({ tenant: z.string(), item: z.string() })',
  query: `z.object({
  page: z.coerce.number().default(1), size: z.coerce.number().default(20), sort: z.enum(['asc', 'desc']).optional(),
  text: z.string().optional(), owner: z.string().optional(),
})`,
  body: `z.object({
  name: z.string(), email: z.string(), age: z.number(), active: z.boolean(), note: z.string().optional(),
  address: z.object({ street: z.string(), city: z.string(), zip: z.string(), country: z.string() }),
  lines: z.array(z.object({ sku: z.string(), quantity: z.number(), price: z.number() })),
})`,
  answer: 'z.object({ id: z.string(), name: z.string(), count: z.number() })',
  problem: 'z.object({ title: z.string() })',
};

const INTERFACES = {
  params: '{ tenant: string; item: string }',
  query: "{ page: number; size: number; sort?: 'asc' | 'desc'; text?: string; owner?: string }",
  body: `{
  name: string; email: string; age: number; active: boolean; note?: string;
  address: { street: string; city: string; zip: string; country: string };
  lines: { sku: string; quantity: number; price: number }[];
}`,
  answer: '{ id: string; name: string; count: number }',
  problem: '{ title: string }',
};

/** By part: the expression that a handler reads from it, and a value that a caller sends. */
const READ = { params: 'params.item', query: 'String(query.page + query.size)', body: 'body.lines.map((line) => line.sku).join()' };
const SENT = {
  params: "{ tenant: 'a', item: 'b' }",
  query: '{ page: 2, size: 5 }',
  body: `{
    name: 'a', email: 'b', age: 3, active: true, address: { street: 'a', city: 'b', zip: 'c', country: 'd' },
    lines: [{ sku: 'a', quantity: 1, price: 2 }],
  }`,
};

const PARTS = ['params', 'query', 'body'];

/** The route of a number: what it takes, its method and its path. */
function routeOf(index) {
  const part = PARTS[index % PARTS.length];
  return { index, part, method: part === 'body' ? 'POST' : 'GET', path: part === 'params' ? `/r${index}/{tenant}/items/{item}` : `/r${index}/items` };
}

/** Files of routes, and one that ties them together: `{ name: text }`. */
export function programOf(form, count) {
  const { file, index } = FORMS[form];
  const routes = Array.from({ length: count }, (_, at) => routeOf(at));
  const groups = Array.from({ length: Math.ceil(count / PER_FILE) }, (_, at) => routes.slice(at * PER_FILE, (at + 1) * PER_FILE));
  const files = groups.map((group, at) => [`group${at}.ts`, file(group, at)]);
  return Object.fromEntries([...files, ['index.ts', index(groups)]]);
}

const schemasOf = ({ index, part }, names = [part, 'answer', 'problem']) => names.map((name) => `export const ${name}${index} = ${SCHEMAS[name]};`).join('\n');
const ANSWER = (value) => `{ id: ${value}, name: 'a', count: 1 }`;
const importsOf = (groups, names) => groups.map((group, at) => `import { ${names(group, at)} } from './group${at}.js';`).join('\n');

/** Handlers and callers typed by hand. @param typeOf - the type of a part of a route */
function byHand(typeOf) {
  return ({ index, part, method, path }) => `
export async function handler${index}({ ${part} }: { ${part}: ${typeOf(part, index)} }): Promise<Found${index} | Missing${index}> {
  if (${READ[part]} === '0') return { status: 404, body: { title: 'none' } };
  return { status: 200, body: ${ANSWER(READ[part])} };
}
interface Found${index} { readonly status: 200; readonly body: ${typeOf('answer', index)} }
interface Missing${index} { readonly status: 404; readonly body: ${typeOf('problem', index)} }
export async function call${index}(input: { ${part}: ${typeOf(part, index)} }): Promise<Found${index} | Missing${index}> {
  const response = await fetch('${path}', { method: '${method}', body: JSON.stringify(input) });
  return { status: response.status, body: await response.json() } as Found${index} | Missing${index};
}`;
}

const CALLS_BY_HAND = (groups) => `${importsOf(groups, (group) => group.map(({ index }) => `call${index}`).join(', '))}
${callers(groups, ({ index, part }) => `  const a${index} = await call${index}({ ${part}: ${SENT[part]} });
  names.push(a${index}.status === 200 ? a${index}.body.name : a${index}.body.title);`)}
`;

/** A function for each group, as a body of thousands of calls is more than the compiler analyses. */
function callers(groups, callOf) {
  return groups.map((group, at) => `export async function main${at}(): Promise<string[]> {
  const names: string[] = [];
${group.map((route) => callOf(route, at)).join('\n')}
  return names;
}`).join('\n');
}

const FORMS = {
  'interfaces': {
    file: (group) => group.map(byHand((part) => INTERFACES[part])).join('\n'),
    index: CALLS_BY_HAND,
  },
  'hand': {
    file: (group) => `import { z } from 'zod';\n${group.map((route) => `${schemasOf(route)}${byHand((part, index) => `z.output<typeof ${part}${index}>`)(route)}`).join('\n')}`,
    index: CALLS_BY_HAND,
  },
  'contract': {
    file: (group) => `import { contract, handle } from 'synthgate/contract';\nimport { z } from 'zod';\n${group.map(contractOf).join('\n')}`,
    index: (groups) => `import { createClient, GatewayError, type ContractsOf } from 'synthgate/contract';
${groups.map((group, at) => `import type { ${group.map(({ index }) => `contract${index}`).join(', ')} } from './group${at}.js';`).join('\n')}
export interface Api extends ContractsOf<${groups.flat().map(({ index }) => `typeof contract${index}`).join(' | ')}> {}
const call = createClient<Api>({ baseUrl: '' });
${callers(groups, ({ index, part, method, path }) => `  const a${index} = await call('${method} ${path}', { ${part}: ${SENT[part]} });
  if (!(a${index} instanceof GatewayError)) names.push(a${index}.status === 200 ? a${index}.body.name : a${index}.body.title);`)}
`,
  },
  'orpc': {
    file: (group) => `import { oc } from '@orpc/contract';
import { implement } from '@orpc/server';
import { z } from 'zod';
${group.map(procedureOf).join('\n')}`,
    index: (groups) => `import type { ContractRouterClient } from '@orpc/contract';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
${importsOf(groups, (group) => group.map(({ index }) => `contract${index}`).join(', '))}
export const api = {
${groups.map((group, at) => `  group${at}: { ${group.map(({ index }) => `r${index}: contract${index}`).join(', ')} },`).join('\n')}
};
const client: ContractRouterClient<typeof api> = createORPCClient(new RPCLink({ url: 'http://localhost' }));
${callers(groups, ({ index, part }, at) => `  names.push((await client.group${at}.r${index}(${SENT[part]})).name);`)}
`,
  },
  'hono': {
    file: (group, at) => `import { Hono } from 'hono';
import { zValidator } from '@hono/zod-validator';
import { z } from 'zod';
${group.map((route) => schemasOf(route)).join('\n')}
export const group${at} = new Hono()${group.map(honoRoute).join('')};
`,
    index: (groups) => `import { Hono } from 'hono';
import { hc } from 'hono/client';
${importsOf(groups, (_, at) => `group${at}`)}
export const api = new Hono()${groups.map((_, at) => `\n  .route('/g${at}', group${at})`).join('')};
const client = hc<typeof api>('http://localhost');
${callers(groups, honoCall)}
`,
  },
  'trpc': {
    file: (group, at) => `import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
const t = initTRPC.create();
${group.map((route) => schemasOf(route, [route.part, 'answer'])).join('\n')}
export const group${at} = t.router({${group.map(trpcProcedure).join('')}
});
`,
    index: (groups) => `import { initTRPC } from '@trpc/server';
import { createTRPCClient, httpLink } from '@trpc/client';
${importsOf(groups, (_, at) => `group${at}`)}
const t = initTRPC.create();
export const api = t.router({ ${groups.map((_, at) => `group${at}`).join(', ')} });
const client = createTRPCClient<typeof api>({ links: [httpLink({ url: 'http://localhost' })] });
${callers(groups, ({ index, part }, at) => `  names.push((await client.group${at}.r${index}.${part === 'body' ? 'mutate' : 'query'}(${SENT[part]})).name);`)}
`,
  },
};

function contractOf(route) {
  const { index, part, method, path } = route;
  return `${schemasOf(route)}
export const contract${index} = contract('${method} ${path}', {
  ${part}: ${part}${index}, responses: { 200: answer${index}, 404: problem${index} },
});
export const handler${index} = handle(contract${index}, async ({ ${part} }) => {
  if (${READ[part]} === '0') return { status: 404, body: { title: 'none' } };
  return { status: 200, body: ${ANSWER(READ[part])} };
});`;
}

function procedureOf(route) {
  const { index, part, method, path } = route;
  return `${schemasOf(route)}
export const contract${index} = oc.route({ method: '${method}', path: '${path}' }).errors({ NOT_FOUND: { data: problem${index} } })
  .input(${part}${index}).output(answer${index});
export const handler${index} = implement(contract${index}).handler(async ({ input: ${part}, errors }) => {
  if (${READ[part]} === '0') throw errors.NOT_FOUND({ data: { title: 'none' } });
  return ${ANSWER(READ[part])};
});`;
}

const HONO_TARGET = { params: 'param', query: 'query', body: 'json' };
const honoPath = (path) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function honoRoute({ index, part, method, path }) {
  return `
  .${method.toLowerCase()}('${honoPath(path)}', zValidator('${HONO_TARGET[part]}', ${part}${index}), (c) => {
    const ${part} = c.req.valid('${HONO_TARGET[part]}');
    if (${READ[part]} === '0') return c.json({ title: 'none' } satisfies z.input<typeof problem${index}>, 404);
    return c.json(${ANSWER(READ[part])} satisfies z.input<typeof answer${index}>, 200);
  })`;
}

function honoCall({ index, part, method, path }, at) {
  const steps = honoPath(path).split('/').slice(1).map((step) => `['${step}']`).join('');
  const sent = part === 'query' ? "{ page: '2', size: '5' }" : SENT[part];
  return `  const a${index} = await client['g${at}']${steps}.$${method.toLowerCase()}({ ${HONO_TARGET[part]}: ${sent} });
  if (a${index}.status === 200) names.push((await a${index}.json()).name);
  else if (a${index}.status === 404) names.push((await a${index}.json()).title);`;
}

function trpcProcedure({ index, part }) {
  return `
  r${index}: t.procedure.input(${part}${index}).output(answer${index}).${part === 'body' ? 'mutation' : 'query'}(({ input: ${part} }) => {
    if (${READ[part]} === '0') throw new TRPCError({ code: 'NOT_FOUND' });
    return ${ANSWER(READ[part])};
  }),`;
}
