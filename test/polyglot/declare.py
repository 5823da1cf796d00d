"""Declares a gateway over the jsii kernel, synthesizes it, serves it with the shipped command, and asks it.

    python3 declare.py '{"runtime": […], "packages": [{"name", "version", "tarball"}, …], "outdir": "…"}'

Runs in the directory of the project; writes what it found as one line of JSON.
"""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request

from jsii_kernel import Enum, Implementation, Kernel, KernelError, Struct


def declare(kernel, outdir):
    """The app, and the API in it, as a Python user would write them with generated bindings."""
    app = kernel.create("synthgate.App", Struct("synthgate.AppProps", outdir=outdir))
    # any object with this method is a duration: here it is one of Python, which is called back
    timeout = Implementation("synthgate.IDuration", toMilliseconds=lambda: 4500)
    hello = kernel.create(
        "synthgate.ProxyFunction", app, "Hello", Struct("synthgate.ProxyFunctionProps", code="src", timeout=timeout)
    )
    hello.call("addEnvironment", "COLOR", "grün")
    stage = Struct("synthgate.StageOptions", stageName="live", variables={"table": "pets"})
    api = kernel.create(
        "synthgate.Api",
        app,
        "HelloApi",
        Struct("synthgate.ApiProps", endpointType=Enum("synthgate.EndpointType", "REGIONAL"), deployOptions=stage),
    )
    root = api.get("root")
    cors = Struct("synthgate.CorsOptions", allowOrigins=["https://app.example.com"])
    greeting = root.call("addResource", "hello", Struct("synthgate.ResourceOptions", defaultCorsPreflightOptions=cors))
    greeting.call("addResource", "{name}").call("addMethod", "GET", hello)
    mock = kernel.create(
        "synthgate.MockIntegration",
        Struct(
            "synthgate.MockIntegrationOptions",
            requestTemplates={"application/json": '{"statusCode": 200}'},
            integrationResponses=[Struct("synthgate.IntegrationResponse", statusCode="200", responseTemplates={"application/json": "fine"})],
        ),
    )
    responses = [Struct("synthgate.MethodResponse", statusCode="200")]
    options = Struct("synthgate.MethodOptions", apiKeyRequired=True, methodResponses=responses)
    root.call("addResource", "health").call("addMethod", "GET", mock, options)
    key = api.call("addApiKey", "Dev", Struct("synthgate.ApiKeyOptions", value="dev-key-0123456789abcdef"))
    plan = api.call(
        "addUsagePlan",
        "Free",
        Struct("synthgate.UsagePlanProps", apiStages=[Struct("synthgate.UsagePlanPerApiStage", stage=api.get("deploymentStage"))]),
    )
    plan.call("addApiKey", key)
    return app, api


def refused(action):
    """The message with which the library refuses something."""
    try:
        action()
    except KernelError as error:
        return str(error)
    return "nothing was refused"


def ask(url, **headers):
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return [response.status, response.read().decode("utf-8")]
    except urllib.error.HTTPError as error:
        return [error.code, error.read().decode("utf-8")]


def serve_and_ask(command, environment):
    """Serves until it was asked; the exit code shows that it stopped as it should."""
    with subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    ) as served:
        lines = []
        for line in served.stdout:
            lines.append(line)
            if "http://127.0.0.1:" in line:
                break
        else:
            raise RuntimeError(f"serve ended with {served.wait()}:\n{''.join(lines)}")
        base = "http://127.0.0.1:" + lines[-1].split("http://127.0.0.1:")[1].split("/")[0].split()[0]
        answers = {
            "hello": ask(f"{base}/live/hello/Ada"),
            "withoutKey": ask(f"{base}/live/health"),
            "withKey": ask(f"{base}/live/health", **{"x-api-key": "dev-key-0123456789abcdef"}),
            "unknown": ask(f"{base}/live/nothing"),
        }
        served.send_signal(signal.SIGINT)
        served.stdout.read()
        return answers, served.wait(timeout=60)


def main(order):
    with Kernel(order["runtime"]) as kernel:
        for package in order["packages"]:
            kernel.load(package["name"], package["version"], package["tarball"])
        app, api = declare(kernel, order["outdir"])
        found = {
            "hello": kernel.hello,
            "spec": json.loads(api.call("toJson")),
            "routes": api.call("routeTable"),
            "isApi": [kernel.call_static("synthgate.Api", "isApi", api), kernel.call_static("synthgate.Api", "isApi", app)],
            "seconds": kernel.call_static("synthgate.Duration", "minutes", 2).call("toSeconds"),
            "refused": refused(lambda: kernel.call_static("synthgate.Duration", "seconds", -1)),
        }
        assembly = app.call("synth")
        found["directory"] = assembly.get("directory")
        found["apiNames"] = assembly.get("apiNames")
        command, environment = kernel.script("synthgate", "synthgate", "serve", found["directory"], "--port", "0")
        found["answers"], found["serveExitCode"] = serve_and_ask(command, environment)
    found["kernelExitCode"] = kernel.exit_code
    print(json.dumps(found))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
