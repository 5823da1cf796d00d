export async function handler({ room }: { room: string }) {
  if (room === 'cellar') throw new Error('too dark to sweep');
}
