import { useState } from 'preact/hooks';
import { formatMs } from '../../model/format';
import type { StepRecord } from '../../protocol';
import { CheckIcon, CrossIcon, SkipIcon } from '../icons';

/** A step that ends a request may have answered it, as a cache does. */
type Outcome = StepRecord['status'] | 'answered';

const ICONS = { passed: CheckIcon, answered: CheckIcon, stopped: CrossIcon, skipped: SkipIcon } as const;
const OUTCOME_NAMES = { passed: 'passed', answered: 'answered here', stopped: 'stopped here', skipped: 'not reached' } as const;

interface PipelineProps {
  readonly steps: readonly StepRecord[];
  readonly totalMs: number;
  readonly isError: boolean;
}

/** The steps of API Gateway, lit up to where the request stopped, and how the time was spent. */
export function Pipeline({ steps, totalMs, isError }: PipelineProps) {
  const [opened, setOpened] = useState<string>();
  const outcomeOf = ({ status }: StepRecord): Outcome => (status === 'stopped' && !isError ? 'answered' : status);
  const detail = steps.find(({ name }) => name === opened)?.detail;
  return (
    <div class="pipeline-box">
      <ol class="pipeline" aria-label="Steps of this request">
        {steps.map((step) => (
          <Step
            key={step.name} step={step} outcome={outcomeOf(step)} isOpen={step.name === opened}
            onToggle={() => setOpened(step.name === opened ? undefined : step.name)}
          />
        ))}
      </ol>
      {detail === undefined ? <Findings steps={steps} /> : <p class="step-detail-line" role="status"><b>{opened}</b> {detail}</p>}
      <div class="waterfall" aria-hidden="true">
        {steps.filter(({ ms }) => ms > 0).map((step) => (
          <i
            key={step.name} class={`part-${outcomeOf(step)}`} title={`${step.name} ${formatMs(step.ms)}`}
            style={{ flexGrow: String(step.ms / Math.max(totalMs, 0.01)) }}
          />
        ))}
      </div>
    </div>
  );
}

/** The findings of the steps, as one line. An error has its own box. */
function Findings({ steps }: { readonly steps: readonly StepRecord[] }) {
  const findings = steps.flatMap(({ name, status, detail }) => (status !== 'passed' || detail === undefined ? [] : [{ name, detail }]));
  if (findings.length === 0) return null;
  return <p class="facts findings">{findings.map(({ name, detail }) => <span key={name}><b>{name}</b> {withoutName(detail, name)}</span>)}</p>;
}

/** `Student` of `key Student`. */
function withoutName(detail: string, name: string): string {
  return detail.startsWith(`${name} `) ? detail.slice(name.length + 1) : detail;
}

interface StepProps {
  readonly step: StepRecord;
  readonly outcome: Outcome;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Step({ step: { name, ms, detail }, outcome, isOpen, onToggle }: StepProps) {
  const OutcomeIcon = ICONS[outcome];
  const label = `${name}: ${OUTCOME_NAMES[outcome]}${detail === undefined ? '' : `, ${detail}`}`;
  return (
    <li class={`step step-${outcome}`}>
      <button aria-expanded={isOpen} onClick={onToggle} title={detail} aria-label={label}>
        <OutcomeIcon />
        <span class="step-name">{name}</span>
        <span class="step-ms">{outcome === 'skipped' || ms === 0 ? '' : formatMs(ms)}</span>
        {detail !== undefined && <span class="step-detail">{detail}</span>}
      </button>
    </li>
  );
}
