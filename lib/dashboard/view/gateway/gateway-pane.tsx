import { Clock } from './clock';
import { Limits } from './limits';

/** The gateway's clock, and what it counts. */
export function GatewayPane() {
  return (
    <section class="gateway pane" aria-label="Clock and limits">
      <Clock />
      <Limits />
    </section>
  );
}
