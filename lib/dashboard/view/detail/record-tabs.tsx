import type { RequestRecord } from '../../protocol';
import { Tabs, type Tab } from '../tabs';
import { CompareTab } from './compare-tab';
import { EventTab } from './event-tab';
import { LogsTab } from './logs-tab';
import { MessageTab } from './message-tab';
import { TemplateTab } from './template-tab';

interface RecordTabsProps {
  readonly record: RequestRecord;
  readonly compareWith: RequestRecord | undefined;
}

export function RecordTabs({ record, compareWith }: RecordTabsProps) {
  const { request, response, templates, console: lines, executionLog, event, result } = record;
  const tabs: readonly (Tab | false)[] = [
    { id: 'response', label: 'Response', content: () => <MessageTab message={response} name="response" /> },
    { id: 'request', label: 'Request', content: () => <MessageTab message={request} name="request" /> },
    (event !== undefined || result !== undefined) && { id: 'event', label: 'Event', content: () => <EventTab record={record} /> },
    templates.length > 0 && { id: 'templates', label: 'Templates', count: templates.length, content: () => <TemplateTab templates={templates} /> },
    { id: 'logs', label: 'Logs', count: lines.length, content: () => <LogsTab lines={lines} executionLog={executionLog} /> },
    compareWith !== undefined && { id: 'compare', label: 'Compare', content: () => <CompareTab before={compareWith} after={record} /> },
  ];
  return <Tabs label="Parts of the record" first={compareWith === undefined ? 'response' : 'compare'} tabs={tabs.filter((tab) => tab !== false)} />;
}
