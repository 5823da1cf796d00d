/** Destinations to which a gateway writes, each on a disk of its own: its log, its state, its access log, its temporary files. */
export const DISKS = ['log', 'state', 'access', 'tmp'] as const;

export type DiskName = (typeof DISKS)[number];
