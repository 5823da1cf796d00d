import { InvalidArgumentError } from 'commander';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createColors } from 'picocolors';
import { GatewayError } from '../../errors';
import type { Terminal } from '../terminal';
import { FORMATS, WRITERS, type Format } from './formats';
import type { DiffReport } from './report';

/** A file that a report is written to. */
export interface ReportFile {
  readonly format: Format;
  readonly file: string;
}

/** Reads `markdown=report.md`, once for each file. */
export function reportFile(text: string, previous: readonly ReportFile[] = []): readonly ReportFile[] {
  const [name, ...rest] = text.split('=');
  const format = FORMATS.find((known) => known === name);
  const file = rest.join('=');
  if (format === undefined || file === '') throw new InvalidArgumentError(`Expected <format>=<file>, with one of ${FORMATS.join(', ')}.`);
  return [...previous, { format, file }];
}

/** Writes a report to files, without colors. @throws OUTPUT_NOT_WRITTEN */
export function writeReports(report: DiffReport, files: readonly ReportFile[], { directory }: Pick<Terminal, 'directory'>): void {
  for (const { format, file } of files) {
    const target = path.resolve(directory, file);
    try {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, WRITERS[format](report, createColors(false)));
    } catch (cause) {
      throw new GatewayError('OUTPUT_NOT_WRITTEN', { output: file, reason: cause instanceof Error ? cause.message : String(cause) }, { cause });
    }
  }
}
