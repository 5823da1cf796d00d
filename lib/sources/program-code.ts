import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CodeSource, ImportedApi } from '../importers';
import { readArchive, type CodeFiles } from '../synth';

/** Where a program finds the code of a function. Paths are relative to the directory that it runs in. */
export interface ProgramCode {
  readonly entry?: string;
  readonly code?: string;
  readonly handler: string;
  readonly comment?: string;
  /** Directories with the content of its layers, which a program does not declare. */
  readonly layers?: readonly string[];
}

/** The code of an API's functions, and the files that are written beside the program for it. */
export interface ProgramCodes {
  readonly code: ReadonlyMap<string, ProgramCode>;
  /** By path, relative to the same directory. */
  readonly files: CodeFiles;
}

/** Where programs are written to, and run. */
export interface ProgramPlace {
  /** The directory in which the program runs. */
  readonly directory: string;
  /** The directory that the program and code are written to; without it the program is all there is. */
  readonly output: string | undefined;
}

/** Code that a program can name: constructs have no images. */
type NamedSource = Exclude<CodeSource, { readonly type: 'image' }>;
type CodeSourceOf<Type extends NamedSource['type']> = Extract<NamedSource, { readonly type: Type }>;

interface Made {
  readonly location: ProgramCode;
  readonly files?: CodeFiles;
}

/**
 * The code of imported functions as a program has it: sources and directories where they are, text and archives as files beside it.
 * @throws SOURCE_UNREADABLE
 */
export function programCode({ spec, code }: ImportedApi, place: ProgramPlace): ProgramCodes {
  const locations = new Map<string, ProgramCode>();
  const files = new Map<string, Uint8Array>();
  for (const [name, { unavailable, handler }] of Object.entries(spec.functions ?? {})) {
    const source = code.get(name);
    const folder = [...(place.output === undefined ? [] : [relative(place, place.output)]), 'functions', name].filter((part) => part !== '').join('/');
    const reason = source?.type === 'image' ? 'it is a container image' : unavailable ?? 'its code is not here';
    const program = source === undefined || source.type === 'image' ? placeholder(reason, handler, folder) : written(source, folder, place);
    locations.set(name, program.location);
    for (const [file, bytes] of program.files ?? []) files.set(`${folder}/${file}`, bytes);
  }
  return { code: locations, files: place.output === undefined ? new Map() : files };
}

function written(source: NamedSource, folder: string, place: ProgramPlace): Made {
  const write = WRITERS[source.type] as (one: NamedSource, folder: string, place: ProgramPlace) => Made; // the entry that `type` names
  const code = write(source, folder, place);
  const layers = (source.layers ?? []).map(({ directory }) => relative(place, directory));
  return layers.length === 0 ? code : { ...code, location: { ...code.location, layers } };
}

const WRITERS: { readonly [Type in NamedSource['type']]: (source: CodeSourceOf<Type>, folder: string, place: ProgramPlace) => Made } = {
  entry: ({ file, handler }, _, place) => ({ location: { entry: relative(place, file), handler } }),
  directory: ({ directory, handler }, _, place) => ({
    location: {
      code: relative(place, directory), handler,
      ...(/^asset\./.test(path.basename(directory)) ? { comment: 'The code as it is deployed. With entry and its source file, it is bundled from there.' } : {}),
    },
  }),
  text: ({ name, text, handler }, folder, { output }) => ({
    location: { code: folder, handler, ...(output === undefined ? { comment: `Its code is inline in the source: put it in ${folder}/${name}.` } : {}) },
    files: new Map([[name, Buffer.from(text)]]),
  }),
  archive: ({ file, handler }, folder, place) => ({
    location: { code: folder, handler, ...(place.output === undefined ? { comment: `Unpack ${relative(place, file)} there.` } : {}) },
    files: place.output === undefined ? new Map() : readArchive(file, readFileSync(file)),
  }),
};

/** A function whose code is not here fails until somebody writes it. */
function placeholder(reason: string, handler: string, folder: string): Made {
  const why = oneLine(reason);
  const there = `Its handler is ${oneLine(handler)} on AWS.`;
  const text = `// Not here (${why}). ${there}\nexports.handler = async () => {\n  throw new Error('this function is not written yet');\n};\n`;
  return {
    location: { code: folder, handler: 'index.handler', comment: `Its code is not here: ${why}. ${there}` },
    files: new Map([['index.js', Buffer.from(text)]]),
  };
}

/** Texts of a source go into a comment of one line: what ends a line of JavaScript would end the comment. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function relative({ directory }: ProgramPlace, file: string): string {
  return path.relative(directory, file).split(path.sep).join('/');
}
