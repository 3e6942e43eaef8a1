/**
 * `npm test`: the checks of the source, and the tests that cover each line of the specification, on one database. Runs
 * all steps even if one fails, prints the output of failed steps, and ends with a line `N passed, N failed`.
 */
import {
  missingServices,
  printStep,
  printSummary,
  runInChromium,
  runStep,
  type Step,
  vitestStep,
} from './steps'

const checks: Step[] = [
  { name: 'types', script: 'typecheck' },
  { name: 'lint', script: 'lint' },
  { name: 'unused code', script: 'unused' },
]

const began = Date.now()
const built = runStep({ name: 'build', script: 'build' })
const checked = await Promise.all(checks.map(runStep))
checked.forEach(printStep)
const build = printStep(await built)
// In parallel: each spends a quarter of its time waiting for timers, servers and the disk.
const tested = await Promise.all([
  runStep(vitestStep('unit, component and API tests', 'unit')).then(printStep),
  runInChromium('journeys of the specification in Chromium', 'specification', build.ok).then(printStep),
])
const results = [...checked, build, ...tested]
process.exitCode = printSummary(results, (Date.now() - began) / 1000, missingServices(results))
