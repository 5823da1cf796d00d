import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IMAGE_FILE, imageCodeSchema, type ImageCode } from '../../../../spec';
import { OVER_RUNTIME_API, type Interpreter, type RuntimeKind } from '../runtime-kind';
import { RuntimeMissing } from '../runtime-missing';
import { programInPath } from '../search';
import { containerClient } from './containers';

/**
 * Functions in container images: an engine of this machine runs a container for each instance. The client of the Runtime API in it asks
 * the gateway for calls, as in Lambda; the emulator that images have for machines without that API is not started.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/images-create.html
 */
export const IMAGE: RuntimeKind = {
  ...OVER_RUNTIME_API,
  // the program of the engine, which the container is no part of
  residentMiB: 64,
  namesOtherVersion: false,
  installCommand: () => INSTALL,
  find: ({ codeDirectory }) => Promise.resolve(codeDirectory).then(imageIn).then(interpreterOf),
};

/** As much of an id as engines show: its algorithm and twelve digits. */
const SHOWN_ID = 'sha256:'.length + 12;
const INSTALL = 'https://docs.docker.com/get-docker or https://podman.io';

function interpreterOf(code: ImageCode): Interpreter {
  const { engine, image } = code;
  const executable = programInPath(engine);
  if (executable === undefined) throw new RuntimeMissing({ runtime: `the image ${image}`, lookedIn: `${engine}, which has built it, is not in PATH`, install: INSTALL });
  return {
    executable,
    directories: [],
    title: `the image ${image.slice(0, SHOWN_ID)} in ${engine} (${executable})`,
    runtimeName: () => undefined,
    command: () => [],
    container: containerClient(executable, code),
    notEnforced: () => [],
    isOtherVersion: false,
  };
}

function imageIn(codeDirectory: string): ImageCode {
  // written by the sources; a state directory may be of another version
  const { data, error } = imageCodeSchema.safeParse(JSON.parse(readFileSync(path.join(codeDirectory, IMAGE_FILE), 'utf8')));
  if (data === undefined) throw new Error(`${IMAGE_FILE} of its code is not that of an image: ${error.message}`);
  return data;
}
