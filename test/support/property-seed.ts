import fc from 'fast-check';

/*
 * Properties are checked with the same values in every run, so that a failure is about the change under test and
 * not chance. `PROPERTY_SEED=random npm test` looks for new counterexamples; a number repeats one that was printed.
 */
const wanted = process.env.PROPERTY_SEED ?? '20261121';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });
