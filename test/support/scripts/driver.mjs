// `node driver.mjs <module> [[name, ...arguments], …]`: calls exported functions of a script and prints what each gives as
// a list of JSON, {value} or {error}. Tests of scripts go through it, because the scripts are ES modules and the tests are not.
import { pathToFileURL } from 'node:url';

const [file, calls] = process.argv.slice(2);
const exported = await import(pathToFileURL(file).href);

console.log(JSON.stringify(JSON.parse(calls).map(([name, ...values]) => {
  try {
    return { value: exported[name](...values) };
  } catch (error) {
    return { error: error.message };
  }
})));
