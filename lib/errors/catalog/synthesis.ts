import { catalogRows } from '../catalog-row';

/** Errors between a valid definition and a written assembly. */
export const SYNTHESIS_ERRORS = /* @__PURE__ */ catalogRows('synthesis', {
  CONSTRUCT_INVALID: {
    message: '{message}',
    help: 'The construct validates this itself; see its documentation.',
  },
  FUNCTION_SOURCE_MISSING: {
    message: 'there is no {what} {path}',
    help: 'Paths are relative to the working directory; path.join(__dirname, …) makes one relative to the source file.',
  },
  FUNCTION_HANDLER_MISSING: {
    message: 'handler {handler} needs a file {file} in {path}',
    help: 'handler is <file without extension>.<export or function>, relative to the code directory.',
  },
  FUNCTION_BOOTSTRAP_MISSING: {
    message: 'a function on {runtime} needs an executable file bootstrap in {path}',
    help: 'Build it into that directory, for Go: GOOS=linux go build -tags lambda.norpc -o bootstrap. code is the directory that is deployed. Locally it is built from a go.mod with *.go files, or a Cargo.toml.',
  },
  FUNCTION_BUILD_FAILED: {
    message: '{tool} cannot build {path}: {text}',
    help: 'Correct the source: the command runs in that directory, for this machine (go build, cargo build, make build-<logical id>, or docker build).',
  },
  FUNCTION_NOT_BUILT: {
    message: 'the {tool} project in {path} has not been built; build it there with: {command}',
    help: 'A function in Java or .NET runs from what is built: classes with the jars of target/dependency, an archive of build/distributions, a jar with everything in it, or a publish directory.',
  },
  FUNCTION_PROJECT_NOT_DEPLOYED: {
    message: 'the code in {path} is a {tool} project, and code is what is deployed',
    help: 'Name what it builds, such as target/app.jar, build/libs/app-all.jar or bin/Release/net8.0/publish. It runs locally, too.',
  },
  FUNCTION_TOOLCHAIN_MISSING: {
    message: 'the program in {path} is built with {tool}, which is not in PATH; install it with: {install}',
    help: 'Or build the executable file bootstrap into that directory yourself, for this machine.',
  },
  FUNCTION_IMAGE_UNSUPPORTED: {
    message: 'the container image {image} cannot run here: {reason}',
    help: 'Start Docker, Podman, Finch or nerdctl and load again; or put a stand-in in its place, a stub in a test. Without --containers off, an engine that answers is used.',
  },
  FUNCTION_CODE_UNREADABLE: {
    message: 'the code in {path} cannot be copied: {reason}',
    help: 'The user of this command needs to read all files of that directory, and to write to its temporary directory (TMPDIR).',
  },
  FUNCTION_CODE_TOO_LARGE: {
    message: 'the code in {path} has more than {limit}',
    help: 'Lambda takes 250 MB of unzipped code with its layers. Keep the code of a function in a directory of its own.',
  },
  HANDLER_EXPORT_MISSING: {
    message: '{entry} does not export {handler}, the handler of the function; it exports {names}',
    help: 'Export it, or name another export as handler.',
  },
  FUNCTION_MODULE_MISSING: {
    message: '{names} cannot be found here; on AWS the runtime or a layer provides it',
    help: 'Install it in the project for local runs: npm install --save-dev <module>. What is deployed stays as it is.',
  },
  FUNCTION_LAYER_FILES: {
    message: 'these files of the layer {layer} are not there when the function runs here: {files}',
    help: 'Only modules below nodejs/ are. Read the path from a variable, --env <function>.CONFIG=…, or put the file beside the code of the function.',
  },
  FUNCTION_BUNDLE_FAILED: {
    message: '{location}: {text}',
    help: 'esbuild could not bundle the function. Correct the source, or set bundling options on the function.',
  },
  FUNCTION_BUNDLE_WARNING: {
    message: '{location}: {text}',
    help: 'esbuild bundled the function with a warning.',
  },
  FUNCTION_CODE_SYMLINK: {
    message: 'the code directory contains the symbolic link {path}',
    help: 'A link may point outside the directory, and to another file on another machine. Copy the file instead.',
  },
  ESBUILD_MISSING: {
    message: 'functions with an entry are bundled by esbuild, which is not installed in {path}',
    help: 'npm install -D esbuild',
  },
  OUTPUT_DIRECTORY_NOT_OURS: {
    message: '{path} contains something other than an assembly, which writing one would delete',
    help: 'Use another output directory, or empty this one.',
  },
  API_MISSING: {
    message: 'the assembly has no API',
    help: 'Declare one in the app, e.g. new Api(app, "Pets"), before it is synthesized. An imported source needs a REST API with a method, e.g. a function with an http event.',
  },
  API_UNKNOWN: {
    message: 'there is no API "{name}"; expected {known}',
    help: 'Use the apiName of an API, by default its construct id.',
  },
});
