/* The parts of a gateway with a store: a file of its own in the build, which no other gateway loads. */

export { openSharedLimits } from '../shared-limits/open-shared-limits';
export { openSharedDeployments } from '../shared-deployments/shared-deployments';
export { storeEntries } from '../shared-results/store-entries';
export { openLink } from '../store/open-link';
