import { GatewayError } from '../../errors';
import { describeIntegration, methodsOf, type GatewaySpec } from '../../spec';
import { withStageVariables } from '../integrations';
import type { LogEntry } from '../ports';
import type { ServeOptions } from './serve-options';

interface DefinedApi {
  readonly definition: GatewaySpec;
}

type Links = NonNullable<ServeOptions['vpcLinks']>;

/** Refuses the address of a link that no definition has: it would have no effect. @throws VPC_LINK_UNKNOWN */
export function requireVpcLinks(apis: readonly DefinedApi[], links: Links = {}): void {
  const known = methodsByLink(apis);
  for (const link of Object.keys(links)) {
    if (!known.has(link)) throw new GatewayError('VPC_LINK_UNKNOWN', { link, known: [...known.keys()].sort().join(', ') || 'none' });
  }
}

/** The entry of the log that names all links without an address; undefined if there are none. */
export function vpcLinksEntry(apis: readonly DefinedApi[], links: Links = {}): LogEntry | undefined {
  const missing = [...methodsByLink(apis)].filter(([link]) => !Object.hasOwn(links, link)).map(([link, methods]) => ({ link, methods }));
  const [first] = missing;
  if (first === undefined) return undefined;
  const list = missing.map(({ link, methods }) => `${link} (${methods.join('; ')})`).join(', ');
  const message = `methods whose backends are behind VPC links answer 501: ${list}. Start the backends locally, and name their addresses: --vpc-link ${first.link}=http://127.0.0.1:8080`;
  return { level: 'warn', code: 'VPC_LINK_ADDRESS_MISSING', message, fields: { missing } };
}

function methodsByLink(apis: readonly DefinedApi[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, readonly string[]>();
  for (const { definition } of apis) {
    const variables = Object.values(definition.stages).map((stage) => stage.variables);
    for (const { location, method } of methodsOf(definition)) {
      const { vpcLink } = describeIntegration(method.integration);
      if (vpcLink === undefined) continue;
      const names = new Set(vpcLink.includes('${stageVariables.') ? variables.map((values) => withStageVariables(vpcLink, values)) : [vpcLink]);
      for (const name of names) methods.set(name, [...methods.get(name) ?? [], location]);
    }
  }
  return methods;
}
