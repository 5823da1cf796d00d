// The vocabulary of `mustNot`. Each word is a predicate that must be false: its check answers why it is true, or nothing.
import { CONNECTION_WORDS } from './words/connection.mjs';
import { EVENT_WORDS } from './words/event.mjs';
import { INSIDE_WORDS } from './words/inside.mjs';
import { RESPONSE_WORDS } from './words/response.mjs';

const WORDS = [...CONNECTION_WORDS, ...RESPONSE_WORDS, ...EVENT_WORDS, ...INSIDE_WORDS];

/** The predicate of a word with its parameters: `check`, perhaps `prepare`, and whether it `isAlone`. */
export function findWord(text) {
  for (const word of WORDS) {
    const match = word.pattern.exec(text);
    if (match !== null) {
      return {
        text,
        isAlone: word.isAlone ?? false,
        ...(word.prepare === undefined ? {} : { prepare: word.prepare }),
        check: (scene) => word.check(scene, ...match.slice(1)),
      };
    }
  }
  return undefined;
}
