import { stateMachineApiEvent } from '../events/api-event';
import { apiEvents } from '../events/events';
import type { Made, SamResource, Translation } from '../translation';
import { carry } from './carried';

/** Returns the state machine, which is not run here, and the roles of its `Api` events, which are added to the documents of APIs. */
export function translateStateMachine(resource: SamResource, translation: Translation): readonly Made[] {
  const events = apiEvents({ ...resource, type: 'AWS::Serverless::StateMachine' }, translation);
  return [...carry(resource), ...events.map((event) => stateMachineApiEvent(resource, event, translation))];
}
