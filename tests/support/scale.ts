/**
 * The size of a slow test: small in `npm test`; `npm run scale`, `sec`, `crash` and `sweep` run the same tests at the
 * promised scale.
 */
export const atScale = (small: number, promised: number) =>
  process.env.TEST_SCALE === 'promised' ? promised : small
