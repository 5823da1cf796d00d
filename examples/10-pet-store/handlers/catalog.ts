export interface Pet {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly price: number;
}

export const CATALOG: readonly Pet[] = [
  { id: '1', name: 'Ajax', kind: 'dog', price: 120 },
  { id: '2', name: 'Belle', kind: 'cat', price: 80 },
  { id: '3', name: 'Coco', kind: 'cat', price: 95 },
];

export const findPet = (id: string | undefined): Pet | undefined => CATALOG.find((pet) => pet.id === id);
