import { literal, objectOrNothing, quoted, type Code } from './code';
import { constantCase } from './names';
import type { Program } from './program';
import { hasSecret, isSecret } from './secrets';

/** The context that a text is written in. */
export interface TextContext {
  readonly program: Program;
  /** The part of the definition that has the text, for issues. */
  readonly location: string;
}

/** An address; one with credentials is a secret. */
export function addressCode(url: string, { program, location }: TextContext, { what, wanted } = BACKEND): Code {
  if (!isSecret('uri', url)) return quoted(url);
  return program.readSecret(program.secret(location, `${what}, which has credentials`, { value: url, wanted: [wanted] }));
}

const BACKEND = { what: 'the address of the backend', wanted: 'BACKEND_URL' };

const HEADER = /^(integration\.request|method\.response|gatewayresponse)\.header\./;

/** Mapped parameters, or nothing if there is none; constants of headers that authorize are secrets. */
export function mappedCode(parameters: Readonly<Record<string, string>>, { program, location }: TextContext): Code | undefined {
  return objectOrNothing(Object.fromEntries(Object.entries(parameters).map(([name, source]) => {
    const constant = /^'(.*)'$/s.exec(source)?.[1];
    const header = name.replace(HEADER, '');
    if (constant === undefined || !isSecret(header, constant)) return [name, quoted(source)];
    const wanted = constantCase(header);
    const variable = program.secret(location, `the constant of ${name}`, { value: constant, wanted: [wanted, `BACKEND_${wanted}`] });
    return [name, `\`'\${${program.readSecret(variable)}}'\``];
  })));
}

/**
 * Templates by media type, or nothing if there is none. One with a secret is not written at all: there is no telling where in it the
 * secret ends.
 */
export function templatesCode(kind: 'request' | 'response', templates: Readonly<Record<string, string>>, { program, location }: TextContext): Code | undefined {
  return objectOrNothing(Object.fromEntries(Object.entries(templates).map(([type, template]) => {
    if (!hasSecret(template)) return [type, literal(template)];
    const what = `the ${kind} template of ${type}, which has credentials`;
    return [type, program.readSecret(program.secret(location, what, { value: template, wanted: [`${constantCase(kind)}_TEMPLATE`] }))];
  })));
}
