#!/usr/bin/env bash
# Compares the pull request with its base: annotations for the changed files page, a report for the comment and the summary.
# It always succeeds: the last step of the action fails, after the comment.
set -uo pipefail

base=$INPUT_BASE
if [ -z "$base" ] && [ -n "${GITHUB_BASE_REF:-}" ]; then
  # a checkout has the pull request only
  git fetch --quiet --no-tags --depth=1 origin "+refs/heads/$GITHUB_BASE_REF:refs/remotes/origin/$GITHUB_BASE_REF"
  base="origin/$GITHUB_BASE_REF"
fi
report=$RUNNER_TEMP/synthgate-diff.md
rm -f "$report"
options=(--format github --write "markdown=$report" --fail-on "$INPUT_FAIL_ON")
[ -z "$INPUT_CONSUMERS" ] || options+=(--consumers "$INPUT_CONSUMERS")

npx --no-install synthgate diff "${base:-HEAD^}" "${options[@]}"
code=$?
[ ! -f "$report" ] || cat "$report" >> "$GITHUB_STEP_SUMMARY"
# without a report nothing was compared, whatever the program says
[ -f "$report" ] || code=1
{ echo "code=$code"; echo "report=$report"; } >> "$GITHUB_OUTPUT"
