// Words of the first edition that only its authors knew, each with what the field says instead. `word` is the source of a
// regular expression, matched with case where it has capitals.

/** Names of things that have another name. */
const RENAMED = [
  ['serveForTest', 'createTestGateway'],
  ['TestHarness(?:Options)?', 'TestGateway, TestGatewayOptions'],
  ['gatewayText|gateway-text', 'formatGateway'],
  ['Printable', 'HasDefinition'],
  ['eventsSettled', 'waitForIdle'],
  ['aroundInvoke', 'invokeMiddleware'],
  ['hasSpareProcesses', 'prewarm'],
  ['VendorWords|vendor words?', 'VendorNames, vendor names'],
  ['IMethodTarget', 'IIntegrationTarget'],
  ['maxRetryAttempts', 'retryAttempts'],
  ['accountThrottle|--account-throttle', 'accountLimit, --account-limit'],
  ['--no-spare', '--no-prewarm'],
  ['--idle(?![-\\w])', '--instance-idle-timeout'],
  ['--drain(?![-\\w])', '--shutdown-timeout'],
  ['--values?(?![-\\w])', '--token-value, --token-values'],
  ['type: \'user-pools\'|"type": "user-pools"', 'cognito-user-pools'],
  ['POLICY_(?:BUSY|EXPIRED)', 'SANDBOX_BUSY, SANDBOX_TIMEOUT'],
  ['QUOTA_USED_UP', 'QUOTA_EXCEEDED'],
  ['NAME_TAKEN', 'DUPLICATE_NAME'],
  ['EVENT_NOT_KEPT', 'EVENT_NOT_STORED'],
  ['RESPONSE_NOT_READ', 'CLIENT_TOO_SLOW'],
  ['\\w+_UNSAID', '*_NOT_EXPRESSIBLE'],
  ['(?:AWS_PERMISSION|OUTPUT_DIRECTORY)_FOREIGN', 'AWS_PERMISSION_CROSS_ACCOUNT, OUTPUT_DIRECTORY_NOT_OURS'],
  ['ApiReading', 'CollectedApi'],
  ['Plain(?:Ask|Scene|Method|Head|Result|Reply|Events?|Connection|Request|Gateway)|plain(?:Method|Responder)', 'the request pipeline'],
  ['plainText', 'enumValue'],
  ['MAX_SCENES|RequestScene', 'RequestTemplate'],
  ['spare process(?:es)?|spare-process(?:es)?', 'prewarmed process'],
  ['granted-places|instance-ledger|code-links|node-facts|blank-process|become-function|lock-process', 'see the names of docs/architecture.md'],
  ['send-watch|refuse-bytes|closeTired|keep-stages|local-text|reading-notes|placed-methods', 'see the names of docs/architecture.md'],
  ['build/rooms', 'build/library'],
  ['HttpFront|FrontOptions|FRONT_\\w+|(?:open(?:Worker)?)?Fronts(?:Parts)?|http-front|worker-fronts', 'HttpListener, ServerLimits, Listeners'],
  ['hasSpares', 'prewarm'],
  ['(?:create)?SendWatch', 'SlowReaderGuard'],
  ['TemplateRendering', 'TemplateInvocation'],
  ['LetterChoice|maxLetters', 'DeadLetterSelection, maxDeadLetters'],
  ['placeOf|methodPlace|PlacedMethod', 'locationOf, methodLocation, LocatedMethod'],
  ['ask-function', 'call-function'],
  ['(?:remember|current)Place|withPlaces|withPlace', 'rememberSourceLine, currentSourceLine, withSourceLines'],
  ['plainModels?|plain-models?', 'validModels'],
  ['questionNames', 'benchmarkNames'],
];

/** Figures of speech that nobody would type into a search box. */
const PHRASES = [
  ['scenes?', 'request progress, request template'],
  ['(?<!\\bmak(?:e|es|ing) )rooms?', 'module; memory; capacity'],
  ['the house', 'the architecture'],
  ['(?:front |the )doors?', 'entry point; HTTP front end'],
  ['tak(?:en|es|e|ing) (?:\\w+ ){0,2}up', 'picks up, reloads'],
  ['(?:short|long) way', 'fast path'],
  ['(?:stand|stay|point)s? at', 'serves, keeps, refers to'],
  ['(?:has|have) a say', 'applies'],
  ['go(?:es)? in a circle|in circles', 'forms a cycle'],
  ['allowed (?:is|are)', 'expected'],
  ['what is set for it', 'this setting'],
  ['strangers?', 'untrusted; unexpected inputs'],
  ['farewell', 'exit notice'],
  ['guardian', 'orphan reaper'],
  ['(?:id|ids) of (?:the )?letters?', 'id of the dead letter'],
  ['(?:What is there|What is not there|Beside others)$', 'Features, Limitations, Comparison'],
  ['from the front(?: end)?', 'by the content delivery network; by the gateway'],
  ['stands? (?:in (?!for\\b)\\w+|alone|before|behind|below|beside|there|complete|elsewhere|under|around|anywhere)', 'is in, is below'],
  ['(?:wher(?:e|ever)|in whatever order) (?:\\w+ )?\\w+ st(?:ands?|ood)(?! for|-in)', 'where it is, wherever it occurs'],
  ['(?:is|are|was|were) said(?! to)', 'is reported, is declared, is written'],
  ['(?:is|are|was|were) told(?! (?:apart|to|not to|otherwise|how))', 'is reported; is given'],
  // "there is no file" is English, also where "there" ends the line before
  ['(?<=\\S )(?<!\\b[Tt]here )(?:is|are|was|were) no (?!doubt|longer|more|need|such)[A-Za-z]+', 'is not a …'],
  ['(?<=\\S )(?<!\\b[Tt]here )(?:is|are|was|were) none(?! of| the)', 'is not one, is not valid'],
];

/** The CDK's spelling is American. */
const SPELLINGS = [
  ['[Bb]ehaviours?', 'behavior'],
  ['[Nn]eighbour\\w*', 'neighbor'],
  ['(?:[Cc]olour|[Hh]onour)\\w*', 'color, honor'],
  ['(?:[Cc]ustomi|[Nn]ormali|[Ss]eriali|[Rr]ecogni|[Cc]apitali)s(?:e[ds]?|ing|ation)', 'customize, normalize, …'],
  ['[Cc]atalogues?', 'catalog'],
  ['[Tt]ime-outs?', 'timeout'],
];

/** Every refused word with its replacement. */
export const WORDS = [...RENAMED, ...PHRASES, ...SPELLINGS].map(([word, instead]) => ({ word, instead }));
