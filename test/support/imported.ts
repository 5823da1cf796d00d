import { importSource, type ImportedSource } from '../../lib/importers';
import { routeRows, type RouteRow } from '../../lib/cli/commands/ls';
import { isNoted } from '../../lib/sources';
import { deployedSpec, fingerprint, readSpec, type GatewaySpec } from '../../lib/spec';
import { newProject } from './project';

/** An imported source, with its definitions and routes. */
export interface Imported extends ImportedSource {
  readonly specs: readonly GatewaySpec[];
  /** `GET /pets NONE AWS_PROXY Pets`: method, path, authorization with authorizer, kind, function. */
  readonly routes: readonly string[];
  readonly rows: readonly RouteRow[];
  /** Codes of the issues, without those of what has no effect. */
  readonly codes: readonly string[];
}

/** Imports files; the first is the source. */
export function importFiles(files: Readonly<Record<string, string | object>>, parameters: Readonly<Record<string, string>> = {}): Imported {
  const texts = Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? content : JSON.stringify(content)]);
  const project = newProject(Object.fromEntries(texts));
  return importPath(project.file(Object.keys(files)[0] ?? ''), parameters);
}

export function importPath(file: string, parameters: Readonly<Record<string, string>> = {}): Imported {
  const source = importSource(file, { parameters });
  const specs = source.apis.map(({ name, spec }) => readSpec(spec, name).spec);
  const rows = routeRows(specs.map((spec) => ({ name: spec.api.name, file: '', spec, warnings: [], fingerprint: fingerprint(deployedSpec(spec)), code: {} })));
  const routes = rows.map((row) => [
    row.method, row.path, row.authorizer === null ? row.authorizationType : `${row.authorizationType}:${row.authorizer}`,
    ...(row.apiKeyRequired ? ['key'] : []), row.integrationType, ...(row.function === null ? [] : [row.function]),
  ].join(' '));
  const codes = source.issues.filter((found) => !isNoted(found)).map(({ code }) => code);
  return { ...source, specs, rows, routes, codes };
}
