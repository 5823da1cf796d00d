import { describeProtocol } from '../../../spec';

/** Where a request carries its credentials unless an authorizer says otherwise. */
export const DEFAULT_IDENTITY_SOURCE = describeProtocol({ protocol: 'http' }).identitySource.text;
