/** Header names that differ with every answer to the same request. */
const OF_ONE_ANSWER = /^(?:date|age|via|content-length|x-cache|x-[a-z]+-(?:requestid|request-id|apigw-id|trace-id|cf-id|cf-pop)|x-synthgate-explain)$/i;

/** Whether a header says nothing about how two answers differ. */
export function differsEachTime(name: string): boolean {
  return OF_ONE_ANSWER.test(name);
}
