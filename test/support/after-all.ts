import { removeDirectories } from './temporary-directory';

// Registered for the whole file that jest runs: in a group of test files, a support module is loaded by the first of them only.
afterAll(removeDirectories);
