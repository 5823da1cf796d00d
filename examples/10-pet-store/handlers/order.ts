import { findPet } from './catalog';

interface Order {
  readonly petId: string;
  readonly count: number;
  readonly currency: string;
}

/** Knows nothing of HTTP: the gateway maps the request to this and the result, or the error, to a response. */
export async function handler({ petId, count, currency }: Order) {
  const pet = findPet(petId);
  if (pet === undefined) throw new Error(`no pet ${petId}`);
  return { url: `/orders/${petId}-${count}`, name: pet.name, total: `${pet.price * count} ${currency}` };
}
