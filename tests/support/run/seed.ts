import fc from 'fast-check';

/* Set-up of Vitest: SEED=… repeats what a run did by chance. At night the run chooses one, and prints it. */

if (process.env.SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED) });
