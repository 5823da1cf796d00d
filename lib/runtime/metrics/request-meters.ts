import { stageSegment } from '../../spec';
import { KNOWN_METHODS, OTHER_METHOD } from '../plan/known-methods';
import type { ApiMeter, RequestMeter, StageMeter } from '../plan/meter';
import { reasonOf, type Reason } from './reasons';
import type { RouteLabels } from './route-labels';
import { increment, observe, type Numbers, type SeriesStore } from './series';

const METHOD_NUMBERS = new Map<string, number>(KNOWN_METHODS.map((method, index) => [method, index]));
const OTHER_NUMBER = KNOWN_METHODS.length;
/** A backend may answer with any status. */
const MAX_STATUSES = 16;
/** Above every status. */
const STATUS_RANGE = 1_000;

interface Place {
  readonly api: string;
  readonly stage: string;
  /** Empty for requests that no route takes. */
  readonly route: string;
}

/** The meters of one API, which last as long as the process: a reload gets the same again. */
export function apiMeter(store: SeriesStore, labels: RouteLabels, api: string): ApiMeter {
  const stages = new Map<string, StageMeter>();
  return {
    ...placeMeter(store, { api, stage: '', route: '' }),
    stage: (stage) => {
      const meter = stages.get(stage) ?? stageMeter(store, labels, { api, stage, route: '' });
      stages.set(stage, meter);
      return meter;
    },
  };
}

function stageMeter(store: SeriesStore, labels: RouteLabels, place: Place): StageMeter {
  const routes = new Map<string, RequestMeter>();
  const { api, stage } = place;
  return {
    ...placeMeter(store, place),
    route: (resourcePath) => {
      const route = labels.of(stageSegment(stage), resourcePath);
      const meter = routes.get(route) ?? requestMeter(store, { ...place, route });
      routes.set(route, meter);
      return meter;
    },
    authorizerCache: (authorizer) => {
      const of = (result: string): Numbers => store.numbers('synthgate_authorizer_cache_total', { api, stage, authorizer, result });
      const [hits, misses] = [of('hit'), of('miss')];
      return { hit: () => increment(hits), missed: () => increment(misses) };
    },
  };
}

function placeMeter(store: SeriesStore, place: Place): Omit<StageMeter, 'route' | 'authorizerCache'> {
  const known = new Map<Reason, Map<string, Numbers>>();
  return {
    ...requestMeter(store, place),
    rejected: (error) => {
      const reason = reasonOf(error);
      // a limit says whose it is; of all other errors details are not labels
      const limit = reason === 'throttle' || reason === 'quota' ? String(error.details.owner ?? '') : '';
      increment(known.get(reason)?.get(limit) ?? rejections(store, place, { reason, limit, known }));
    },
  };
}

interface Rejections {
  readonly reason: Reason;
  readonly limit: string;
  readonly known: Map<Reason, Map<string, Numbers>>;
}

/** The first refusal of its kind: before, there is no series. */
function rejections(store: SeriesStore, { api, stage }: Place, { reason, limit, known }: Rejections): Numbers {
  const numbers = store.numbers('synthgate_rejections_total', { api, stage, reason, limit });
  known.set(reason, (known.get(reason) ?? new Map<string, Numbers>()).set(limit, numbers));
  return numbers;
}

/** Hot path: a request of a known method and status adds to two numbers. */
function requestMeter(store: SeriesStore, { api, stage, route }: Place): RequestMeter {
  const known = new Map<number, Numbers>();
  const statuses = new Set<number>();
  let lastKey = -1;
  let last: Numbers | undefined;
  const statusLabel = (status: number): string => {
    if (!statuses.has(status) && statuses.size >= MAX_STATUSES) return `${Math.floor(status / 100)}xx`;
    statuses.add(status);
    return String(status);
  };
  const find = (key: number, number: number, status: number): Numbers => {
    const numbers = known.get(key) ?? store.numbers('http_server_request_duration_seconds', {
      api, stage, http_route: route,
      http_request_method: KNOWN_METHODS[number] ?? OTHER_METHOD, http_response_status_code: statusLabel(status),
    });
    known.set(key, numbers);
    return numbers;
  };
  return {
    finished: (method, status, seconds) => {
      const number = METHOD_NUMBERS.get(method) ?? OTHER_NUMBER;
      const key = number * STATUS_RANGE + status;
      if (key !== lastKey || last === undefined) {
        last = find(key, number, status);
        lastKey = key;
      }
      observe(last, seconds);
    },
  };
}
