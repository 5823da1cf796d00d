/** Members and indexes from the root of a document. */
export type DocumentPath = readonly (string | number)[];
