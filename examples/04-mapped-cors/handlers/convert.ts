const PER_METRE: Readonly<Record<string, number>> = { feet: 3.28084, yards: 1.09361 };

export async function handler({ metres, unit }: { metres: number; unit: string }) {
  const factor = PER_METRE[unit];
  if (factor === undefined) throw new Error(`unknown unit ${unit}`);
  return { amount: (metres * factor).toFixed(1), unit };
}
