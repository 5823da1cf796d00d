import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The smallest programs, which are built in a second; they only end. */
export const TINY_GO = { 'fn/go.mod': 'module fn\n', 'fn/main.go': 'package main\n\nfunc main() {}\n' };
export const TINY_CARGO = { 'fn/Cargo.toml': '[package]\nname = "orders"\nversion = "0.1.0"\nedition = "2021"\n', 'fn/src/main.rs': 'fn main() {}\n' };

/** A function in Go with a client of the Runtime API: it answers with the event and its process id. */
export function goFunction(directory: string): Record<string, string> {
  const client = path.join(__dirname, 'runtime-api', 'bootstraps', 'go-client', 'main.go');
  return { [`${directory}/go.mod`]: 'module example.com/orders\n\ngo 1.18\n', [`${directory}/main.go`]: readFileSync(client, 'utf8') };
}

/** The function as one of a proxy integration that answers with a text. */
export function goTexts(directory: string, text: string): Record<string, string> {
  const files = goFunction(directory);
  const main = `${directory}/main.go`;
  const answer = `return map[string]any{"statusCode": 200, "body": ${JSON.stringify(text)}}, nil`;
  return { ...files, [main]: (files[main] ?? '').replace(/return map\[string\]any\{.*/, answer) };
}
