// Refuses words that only the authors of the first edition knew (scripts/dialect/words.mjs), in code and prose alike. Part of
// `npm run lint`; further arguments are files or folders to look at instead of the whole project.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ALLOWED, COVERED, NOT_YET_COVERED } from './dialect/scope.mjs';
import { WORDS } from './dialect/words.mjs';

const root = path.resolve(import.meta.dirname, '..');
const TEXT = /\.(?:ts|mts|mjs|cjs|js|py|md|json|snap)$/;
const patterns = WORDS.map(({ word, instead }) => ({ instead, pattern: new RegExp(`(?<![A-Za-z])(?:${word})(?![A-Za-z])`, 'g') }));

const given = process.argv.slice(2);
const files = (given.length > 0 ? given : COVERED).flatMap(filesBelow).filter(isCovered);
const hits = files.flatMap(hitsOf);
const unused = given.length > 0 ? [] : unusedEntries();
for (const { file, line, text, instead } of hits) console.error(`${file}:${line}  "${text}"; say: ${instead}`);
for (const entry of unused) console.error(`scripts/dialect/scope.mjs: ${entry} matches nothing; remove it`);
if (hits.length > 0) console.error(`${hits.length} words of the old dialect`);
if (hits.length + unused.length > 0) process.exitCode = 1;

function filesBelow(entry) {
  const absolute = path.resolve(root, entry);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return TEXT.test(entry) ? [entry] : [];
  return readdirSync(absolute).filter((name) => name !== 'node_modules').sort().flatMap((name) => filesBelow(path.join(entry, name)));
}

function isCovered(file) {
  const allowed = ALLOWED.filter(({ word }) => word === undefined).map(({ where }) => where);
  return ![...NOT_YET_COVERED, ...allowed].some((entry) => isBelow(file, entry));
}

function isBelow(file, entry) {
  return file === entry || file.startsWith(`${entry}/`);
}

function hitsOf(file) {
  const allowed = ALLOWED.filter(({ where, word }) => word !== undefined && isBelow(file, where)).map(({ word }) => word);
  return readFileSync(path.resolve(root, file), 'utf8').split('\n').flatMap((content, index) =>
    patterns.flatMap(({ pattern, instead }) => [...content.matchAll(pattern)].map(([text]) => ({ file, line: index + 1, text, instead }))))
    .filter(({ text }) => !allowed.includes(text));
}

/** Entries of the scope that no file needs any more: the lists only shrink. */
function unusedEntries() {
  const clean = NOT_YET_COVERED.filter((entry) => filesBelow(entry).flatMap(hitsOf).length === 0);
  const idle = ALLOWED.filter(({ where, word }) => !filesBelow(where).some((file) => includesWord(file, word)))
    .map(({ where, word }) => `${where} ${word ?? ''}`.trim());
  return [...clean, ...idle];
}

function includesWord(file, word) {
  return word === undefined || readFileSync(path.resolve(root, file), 'utf8').includes(word);
}
