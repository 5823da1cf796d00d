export async function handler({ floor }: { floor: string }) {
  if (floor === 'cellar') throw new Error('too dark to sweep');
}
