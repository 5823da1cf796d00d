import type { BasePathMapping } from '../importers';
import type { Colors } from './terminal';

/** Per custom domain of the source, the options that serve its base paths here; nothing if there are none. */
export function basePathText(mappings: readonly BasePathMapping[], colors: Colors): string {
  const domains = [...new Set(mappings.map(({ domain }) => domain))];
  return domains.map((domain) => {
    const options = optionsOf(mappings.filter((one) => one.domain === domain));
    // a name that only a deployment knows says nothing here
    return `${colors.dim(`base paths of ${domain.includes('${') || domain === '' ? 'a custom domain' : domain}:`)} ${options.join(' ')}\n`;
  }).join('');
}

/** An API or stage has one base path here, and a base path one API: the first of each. */
function optionsOf(mappings: readonly BasePathMapping[]): string[] {
  const chosen: BasePathMapping[] = [];
  for (const { domain, api, path } of mappings) {
    if (chosen.every((one) => one.api !== api && one.path !== path)) chosen.push({ domain, api, path });
  }
  return chosen.map(({ api, path }) => `--base-path "${api}=${path}"`);
}
