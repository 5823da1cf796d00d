/** The names of the ways in which a call may end its process, and `lives`. */
export const ways: readonly string[];
