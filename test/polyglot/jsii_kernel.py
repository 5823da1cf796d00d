"""A client of the jsii kernel: its JSON protocol over standard input and output, one message a line.

Bindings that jsii-pacmak generates speak the same protocol through the package `jsii`. This one needs Python alone and does
what a test needs: objects, properties, methods, structs, enumerations, callbacks and scripts.
"""

import json
import subprocess


class KernelError(Exception):
    """What the kernel, or the library inside it, refused."""


class Object:
    """An object that lives in the kernel."""

    def __init__(self, kernel, reference):
        self._kernel = kernel
        self.reference = reference

    def get(self, name):
        return self._kernel.ask("get", objref=self.reference, property=name).get("value")

    def call(self, name, *arguments):
        return self._kernel.ask("invoke", objref=self.reference, method=name, args=arguments).get("result")


class Struct:
    """A struct by its name, e.g. `Struct("synthgate.ApiProps", description="…")`."""

    def __init__(self, name, **members):
        self.name = name
        self.members = members


class Enum:
    """A member of an enumeration, e.g. `Enum("synthgate.EndpointType", "REGIONAL")`."""

    def __init__(self, name, member):
        self.text = f"{name}/{member}"


class Implementation:
    """An object of Python that implements an interface: its methods are called back by their names."""

    def __init__(self, interface, **methods):
        self.interface = interface
        self.methods = methods


class Kernel:
    """A kernel in a process of its own, e.g. `with Kernel(["node", "jsii-runtime.js"]) as kernel: …`."""

    def __init__(self, command, directory=None):
        self._process = subprocess.Popen(
            command, cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", text=True
        )
        self._implementations = {}
        self.hello = self._read()["hello"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the kernel; its exit code is 0 when all went well."""
        if self._process.poll() is None:
            self._write({"exit": 0})
        self._process.stdin.close()
        self._process.stdout.close()
        self.exit_code = self._process.wait(timeout=60)

    def load(self, name, version, tarball):
        """Loads a package; the packages that it depends on come first."""
        return self.ask("load", name=name, version=version, tarball=tarball)

    def create(self, name, *arguments):
        return self.ask("create", fqn=name, args=arguments)

    def call_static(self, name, method, *arguments):
        return self.ask("sinvoke", fqn=name, method=method, args=arguments).get("result")

    def script(self, package, script, *arguments):
        """The command line of a script that a loaded package has."""
        found = self.ask("getBinScriptCommand", assembly=package, script=script, args=arguments)
        return [found["command"], *found.get("args", [])], found.get("env") or {}

    def ask(self, api, **members):
        """Sends one request; answers the callbacks that it leads to until its own answer comes."""
        self._write({"api": api, **self._encode(members)})
        while True:
            answer = self._read()
            if "callback" in answer:
                self._answer_callback(answer["callback"])
                continue
            if "ok" in answer:
                return self._decode(answer["ok"])
            raise KernelError(answer.get("error", answer))

    def _answer_callback(self, callback):
        method = callback["invoke"]["method"]
        implementation = self._implementations[callback["invoke"]["objref"]["$jsii.byref"]]
        arguments = self._decode(callback["invoke"].get("args", []))
        try:
            answer = {"cbid": callback["cbid"], "result": self._encode(implementation.methods[method](*arguments))}
        except Exception as error:  # the library shall know of it, whatever it is
            answer = {"cbid": callback["cbid"], "err": str(error)}
        self._write({"complete": answer})

    def _encode(self, value):
        if isinstance(value, Object):
            return value.reference
        if isinstance(value, Enum):
            return {"$jsii.enum": value.text}
        if isinstance(value, Struct):
            return {"$jsii.struct": {"fqn": value.name, "data": self._encode(value.members)}}
        if isinstance(value, Implementation):
            return self._register(value)
        if isinstance(value, dict):
            return {name: self._encode(member) for name, member in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._encode(member) for member in value]
        return value

    def _register(self, implementation):
        overrides = [{"method": name, "cookie": name} for name in implementation.methods]
        made = self.ask("create", fqn="Object", args=[], interfaces=[implementation.interface], overrides=overrides)
        self._implementations[made.reference["$jsii.byref"]] = implementation
        return made.reference

    def _decode(self, value):
        if isinstance(value, list):
            return [self._decode(member) for member in value]
        if not isinstance(value, dict):
            return value
        if "$jsii.byref" in value:
            return Object(self, {"$jsii.byref": value["$jsii.byref"]})
        if "$jsii.map" in value:
            return self._decode(value["$jsii.map"])
        return {name: self._decode(member) for name, member in value.items()}

    def _write(self, message):
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _read(self):
        line = self._process.stdout.readline()
        if line == "":
            raise KernelError(f"the kernel ended with {self._process.wait()}")
        return json.loads(line)
