/**
 * `npm test` tries a little of what takes long; `npm run scale`, `sec`, `crash` and `sweep` run the same tests at the
 * scale that is promised.
 */
export const atScale = (little: number, promised: number) =>
  process.env.TEST_SCALE === 'promised' ? promised : little
