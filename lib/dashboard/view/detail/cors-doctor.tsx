import { capitalized } from '../../model/format';
import type { CorsDiagnosis } from '../../protocol';

/** The CORS diagnosis of a response: whether a browser lets the page read it, and if not, why. */
export function CorsDoctor({ cors: { origin, ok, problems, fix } }: { readonly cors: CorsDiagnosis }) {
  return (
    <div class={`cors ${ok ? 'is-ok' : ''}`} role="note" aria-label="CORS doctor">
      <p><b class="why-label">CORS</b>{ok ? <>Pages from <code>{origin}</code> may read this response.</> : <>Browsers block this response for pages from <code>{origin}</code>.</>}</p>
      {problems.length > 0 && <ul>{problems.map((problem) => <li key={problem}>{capitalized(problem)}</li>)}</ul>}
      {fix !== undefined && <p class="why-fix">{fix}</p>}
    </div>
  );
}
