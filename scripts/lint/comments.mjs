// ESLint's rule for the words of comments.

/** A comment that begins with one of these leaves out its subject: `Returns …` and `The sources of …` name it. */
const WITHOUT_SUBJECT = /^\s*\**\s*(What|Of|Those|That|Who|Whose)\b/;

/** The CDK's spelling is American. */
const SPELLINGS = [
  [/\b(?:behaviour|neighbour|colour|honour)\w*/i, 'behavior, neighbor, color, honor'],
  [/\b(?:customi|normali|seriali|recogni|capitali)s(?:e[ds]?|ing|ation)\b/i, 'customize, normalize, …'],
  [/\bcatalogues?\b/i, 'catalog'],
  [/\btime-outs?\b/i, 'timeout'],
];

/** Refuses comments without a subject, and words in another spelling than the CDK's. */
export const comments = {
  rules: {
    words: {
      meta: {
        type: 'suggestion',
        schema: [],
        messages: {
          subject: 'A comment begins with its noun or verb, not with "{{word}}".',
          spelling: '"{{word}}" is spelled {{instead}}.',
        },
      },
      create: (context) => ({
        Program: () => {
          for (const comment of context.sourceCode.getAllComments()) {
            const isContinued = comment.type === 'Line' && continues(comment, context.sourceCode);
            const subject = isContinued ? null : WITHOUT_SUBJECT.exec(comment.value);
            if (subject !== null) context.report({ loc: comment.loc, messageId: 'subject', data: { word: subject[1] } });
            for (const [pattern, instead] of SPELLINGS) {
              const [word] = pattern.exec(comment.value) ?? [];
              if (word !== undefined) context.report({ loc: comment.loc, messageId: 'spelling', data: { word, instead } });
            }
          }
        },
      }),
    },
  },
};

/** Whether a line comment goes on with the sentence of the line before. */
function continues(comment, { lines }) {
  return /^\s*\/\//.test(lines[comment.loc.start.line - 2] ?? '');
}
