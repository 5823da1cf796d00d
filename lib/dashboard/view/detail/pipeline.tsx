import { useState } from 'preact/hooks';
import { formatMs } from '../../model/format';
import type { StepRecord } from '../../protocol';
import { CheckIcon, CrossIcon, SkipIcon } from '../icons';

const ICONS = { passed: CheckIcon, stopped: CrossIcon, skipped: SkipIcon } as const;
const STATUS_NAMES = { passed: 'passed', stopped: 'stopped here', skipped: 'not reached' } as const;

interface PipelineProps {
  readonly steps: readonly StepRecord[];
  readonly totalMs: number;
}

/** The steps of API Gateway, lit up to where the request stopped, and how the time was spent. */
export function Pipeline({ steps, totalMs }: PipelineProps) {
  const [opened, setOpened] = useState<string>();
  const detail = steps.find(({ name }) => name === opened)?.detail;
  return (
    <div class="pipeline-box">
      <ol class="pipeline" aria-label="Steps of this request">
        {steps.map((step) => (
          <Step
            key={step.name} step={step} isOpen={step.name === opened}
            onToggle={() => setOpened(step.name === opened ? undefined : step.name)}
          />
        ))}
      </ol>
      {detail !== undefined && <p class="step-detail-line" role="status"><b>{opened}</b> {detail}</p>}
      <div class="waterfall" aria-hidden="true">
        {steps.filter(({ ms }) => ms > 0).map(({ name, ms, status }) => (
          <i key={name} class={`part-${status}`} data-step={name} style={{ flexGrow: String(ms / Math.max(totalMs, 0.01)) }} title={`${name} ${formatMs(ms)}`} />
        ))}
      </div>
    </div>
  );
}

interface StepProps {
  readonly step: StepRecord;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Step({ step: { name, status, ms, detail }, isOpen, onToggle }: StepProps) {
  const StatusIcon = ICONS[status];
  return (
    <li class={`step step-${status}`}>
      <button aria-expanded={isOpen} onClick={onToggle} title={detail} aria-label={`${name}: ${STATUS_NAMES[status]}${detail === undefined ? '' : `, ${detail}`}`}>
        <StatusIcon />
        <span class="step-name">{name}</span>
        <span class="step-ms">{status === 'skipped' ? '' : formatMs(ms)}</span>
        {detail !== undefined && <span class="step-detail">{detail}</span>}
      </button>
    </li>
  );
}
