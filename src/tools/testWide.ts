/**
 * `npm run test:wide`: the tests that `npm test` leaves out because they cover no line of the specification. They are
 * about devices at the gateway, operation, bad input and load; about screens in an outage, translated or clicked twice;
 * start real server processes; run on the other database; or walk over everything of a kind (each screen in each
 * language and width, each config file broken in many ways).
 */
import { missingServices, printStep, printSummary, runInChromium, runStep, vitestStep } from './steps'

const began = Date.now()
const build = printStep(await runStep({ name: 'build', script: 'build' }))
const results = await Promise.all([
  runStep(
    vitestStep('gateway, operation, processes, all screens, the other database, sweeps in Node', 'wide'),
  ).then(printStep),
  runInChromium('journeys and sweeps in Chromium', 'browser', build.ok, [
    '--project',
    'journeys',
    '--project',
    'sweeps',
  ]).then(printStep),
])
process.exitCode = printSummary([build, ...results], (Date.now() - began) / 1000, missingServices(results))
