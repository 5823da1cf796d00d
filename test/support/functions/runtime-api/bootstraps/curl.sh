#!/bin/bash
# The custom runtime of AWS's tutorial: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-walkthrough.html
set -euo pipefail
while true; do
  HEADERS="$(mktemp)"
  EVENT_DATA=$(curl -sS -LD "$HEADERS" "http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation/next")
  REQUEST_ID=$(grep -Fi Lambda-Runtime-Aws-Request-Id "$HEADERS" | tr -d '[:space:]' | cut -d: -f2)
  rm "$HEADERS"
  echo "handling" >&2
  curl -sS "http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation/$REQUEST_ID/response" -d "$EVENT_DATA" > /dev/null
done
